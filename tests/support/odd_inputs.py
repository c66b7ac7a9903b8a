"""Short inputs that send small models in circles, or that they make nothing or too much of."""

_ALL = (
    # Single words.
    "cat|dog|water|run|beautiful|yes|no|ok|OK|hmm|uh|wow|hey|hi|bye|goodbye|"
    "sorry|please|thanks|welcome|congratulations|cheers|oops|ouch|love|hate|"
    "Monday|January|today|tomorrow|never|always|maybe|perhaps|seven|hundred|"
    "first|once|twice|left|right|up|down|in|on|of|the|a|I|you|me|he|it|and|or|"
    "but|if|not|"
    # Greetings, and what people type to each other.
    "Hello|Hi there|Hey you|Good morning|Good night!|How are you?|How do you do?|"
    "What's up?|See you|See ya!|Bye bye|Take care|Nice to meet you|"
    "Thank you so much|You're welcome|Excuse me|Happy birthday!|Merry Christmas|"
    "Happy New Year!|Good luck|Well done!|Get well soon|Cheers mate|Howdy|Yo|Sup|"
    "Greetings|Dear Sir or Madam|Best regards|Sincerely yours|XOXO|LOL|lol|omg|"
    "brb|idk|tbh|asap|FYI|RSVP|TBD|"
    # Nonsense and repetition.
    "zxq|asdf|asdf asdf|qwertyuiop|blah blah blah|foo bar baz|"
    "lorem ipsum dolor sit amet|xyzzy|aaaa|aaaaaaaaaaaaaaaa|hahaha|"
    "hahahahahahahaha|ha ha ha|hehe|zzzzz|mmmmmm|la la la la la|"
    "na na na na na na na na batman|da da da|no no no no|yes yes yes yes yes|"
    "go go go go go go|bla|gnarf blorp|Twas brillig and the slithy toves|"
    "skrrt skrrt|ba dum tss|wooooow|nooooooo|yeeeees|tick tock tick tock|"
    "knock knock|very very very very good|the the the the|I I I I|"
    "test test test test test test test test|"
    "buffalo buffalo buffalo buffalo buffalo|a b c d e f g|x x x x x x|"
    "abcabcabcabcabc|"
    # Words among symbols.
    'a.|a?|a!|(a)|[x]|"x"|\'tis|a/b|and/or|w/o|c/o|@home|#tag|&c|e.g.|i.e.|etc.|'
    "a - b|x = y|x > y|-- hello --|*** sale ***|!!! WARNING !!!|>>> go|<<< back|"
    "... and then ...|- - - a - - -|===x===|~hello~|_hello_|**bold**|`code`|"
    "~~old~~|x^2|y_1|50% off|$5 each|5 apples|#1 fan|no. 1|a+|C++|C#|.NET|A&B|"
    "Q&A|R&D|24/7 service|?!what?!|what?????|help!!!!!!|"
    # Slogans, signs and buttons.
    "Just do it|Think different|I'm lovin' it|BUY ONE GET ONE FREE|"
    "SALE SALE SALE|NEW!|FREE SHIPPING|Click here|Read more|Sign up|Log in|"
    "Log out|Subscribe now!|Order now|Save big|Learn more|Add to cart|"
    "Terms and conditions|All rights reserved|Made in China|Open 24 hours|"
    "No smoking|Keep off the grass|Mind the gap|Wet floor|DO NOT ENTER|STOP|EXIT|"
    "PUSH|PULL|ON|OFF|START|Game over|Loading...|Please wait...|Error 404|"
    "Page not found|Out of stock|Sold out|"
    # Names.
    "John|John Smith|Mary Jane Watson|Dr. Strange|Mr. Bean|Queen Elizabeth II|"
    "Henry VIII|Paris|New York City|Mount Everest|River Thames|Tokyo|Zürich|"
    "São Paulo|Łódź|Björk|O'Brien|McDonald's|Coca-Cola|Microsoft Windows|"
    "iPhone 15 Pro|Google|NASA|BBC|UN|EU|USA|U.S.A.|J. R. R. Tolkien|Van Gogh|"
    "Beethoven|Mozart|Harry Potter|Star Wars|Xi'an|Beijing|Shanghai|Zhang Wei|"
    "Aristotle|Zeus|"
    # Numbers.
    "7|42|3.14|1,000|one|two|three million|1st|2nd|XIV|No. 7|7 pm|12:30|"
    "half past two|3 March|March 2020|2020-01-01|1990s|$1.5bn|100%|1/2|"
    "two thirds|a dozen|-5°C|5 km|60 mph|1e6|0x1F|+1 555 0100|"
    "one two three four five six seven eight nine ten|1 2 3 4 5|10,9,8,7|"
    "pi is 3.14159|room 101|Chapter 11|page 3 of 10|Q4|24h|007|90210|"
    # Emoji and pictures made of characters.
    "🙂|🙂 hi|hi 🙂|I ❤️ NY|🎉🎉🎉 party 🎉🎉🎉|👍🏽 ok|🇫🇷 France|👨‍👩‍👧 family|:)|:-( sad|"
    "<3|¯\\_(ツ)_/¯|(╯°□°)╯ flip|★★★ hotel|→ next|← back|© 2020 Acme|™|Acme™ Pro|"
    "°C|"
    # Other scripts and languages, and odd ways to write letters.
    "привет|Привет мир|안녕하세요|こんにちは|ありがとう friend|مرحبا|שלום|नमस्ते|γεια σου|"
    "สวัสดี|你好|你好 world|hello 世界|今天 is good|bonjour|Guten Tag|hola amigo|"
    "ciao bella|merci beaucoup|obrigado|tack så mycket|Ω|α and β|Ünïcödé|naïve|"
    "café|ﬁne ﬂow|Ｈｅｌｌｏ|𝐇𝐞𝐥𝐥𝐨|ＡＢＣ|h e l l o|H.E.L.L.O|hel-lo|he\u00adllo|"
    "he\u200bllo|\ufeffhello|a\u0000b|\ud83d x|e\u0301clair|ʇxǝʇ|"
)

ODD_INPUTS: tuple[str, ...] = tuple(_ALL.rstrip("|").split("|"))
"""Each of them a text of its own."""
