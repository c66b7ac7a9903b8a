<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Yiwen</source>
        <translation>关于 Yiwen</translation>
    </message>
    <message>
        <source>Yiwen {version}</source>
        <translation>Yiwen {version}</translation>
    </message>
    <message>
        <source>Translates on this computer. Nothing you write leaves it.</source>
        <translation>在本机翻译，您的文字不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>&amp;Self-test</source>
        <translation>自检(&amp;S)</translation>
    </message>
    <message>
        <source>Open the model, translate a sentence and look for network connections</source>
        <translation>打开模型，翻译一句话，并查看有没有网络连接</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>复制诊断信息(&amp;D)</translation>
    </message>
    <message>
        <source>Versions, platform and settings for a report; nothing of your texts</source>
        <translation>版本、平台和设置，供反馈问题时使用，不含您的文字</translation>
    </message>
    <message>
        <source>Yiwen</source>
        <translation>Yiwen</translation>
    </message>
    <message>
        <source>The authors of Yiwen</source>
        <translation>Yiwen 的作者</translation>
    </message>
    <message>
        <source>Translation models</source>
        <translation>翻译模型</translation>
    </message>
    <message>
        <source>Made with</source>
        <translation>使用的组件</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在自检…</translation>
    </message>
    <message>
        <source>Something does not work here: {problem}</source>
        <translation>这里有问题：{problem}</translation>
    </message>
    <message>
        <source>All is well: “{source}” became “{translation}” in {seconds} s.</source>
        <translation>一切正常：“{source}”译为“{translation}”，用时 {seconds} 秒。</translation>
    </message>
    <message>
        <source>Yiwen has no network connection open.</source>
        <translation>Yiwen 没有打开任何网络连接。</translation>
    </message>
    <message>
        <source>Network connections that Yiwen has open: {count}.</source>
        <translation>Yiwen 打开的网络连接数：{count}。</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>C&amp;lear the text</source>
        <translation>清空原文(&amp;L)</translation>
    </message>
    <message>
        <source>Clear the text</source>
        <translation>清空原文</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Paste at the caret</source>
        <translation>粘贴到光标处</translation>
    </message>
    <message>
        <source>&amp;Copy the translation</source>
        <translation>复制译文(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the translation</source>
        <translation>复制译文</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Translate now</source>
        <translation>立即翻译</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>&amp;Translate now</source>
        <translation>立即翻译(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Stop translating</source>
        <translation>停止翻译(&amp;S)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>&amp;Go to the text</source>
        <translation>转到原文(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>放大(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>缩小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Normal</source>
        <translation>默认大小(&amp;N)</translation>
    </message>
    <message>
        <source>Translate the clip&amp;board</source>
        <translation>翻译剪贴板(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Watch the clipboard</source>
        <translation>监视剪贴板(&amp;W)</translation>
    </message>
    <message>
        <source>Translate whatever is copied elsewhere</source>
        <translation>自动翻译在其他程序中复制的文字</translation>
    </message>
    <message>
        <source>Te&amp;xt</source>
        <translation>文本(&amp;X)</translation>
    </message>
    <message>
        <source>The text and its translation</source>
        <translation>原文与译文</translation>
    </message>
    <message>
        <source>Doc&amp;uments</source>
        <translation>文档(&amp;U)</translation>
    </message>
    <message>
        <source>Translate documents</source>
        <translation>翻译文档</translation>
    </message>
    <message>
        <source>Mo&amp;dels</source>
        <translation>模型(&amp;D)</translation>
    </message>
    <message>
        <source>Translation models</source>
        <translation>翻译模型</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>历史记录(&amp;H)</translation>
    </message>
    <message>
        <source>Earlier translations</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>S&amp;ettings</source>
        <translation>设置(&amp;E)</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Yiwen</source>
        <translation>关于 Yiwen(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>文字大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Hel&amp;p</source>
        <translation>帮助(&amp;P)</translation>
    </message>
    <message>
        <source>Translating</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
</context>
<context>
    <name>AlternativesPopup</name>
    <message>
        <source>Other translations</source>
        <translation>其他译法</translation>
    </message>
    <message>
        <source>Other translations of this sentence</source>
        <translation>这句话的其他译法</translation>
    </message>
    <message>
        <source>Choose one with the arrow keys and Enter. Esc keeps what is there.</source>
        <translation>用方向键选择，按回车键确定；按 Esc 键保持不变。</translation>
    </message>
    <message>
        <source>Looking for other translations…</source>
        <translation>正在查找其他译法…</translation>
    </message>
    <message>
        <source>The model has no other translation of this sentence.</source>
        <translation>模型没有给出这句话的其他译法。</translation>
    </message>
    <message>
        <source>Choose another translation:</source>
        <translation>选择其他译法：</translation>
    </message>
</context>
<context>
    <name>ClipboardBridge</name>
    <message>
        <source>Stop watching the clipboard</source>
        <translation>停止监视剪贴板</translation>
    </message>
    <message>
        <source>There is no text on the clipboard</source>
        <translation>剪贴板中没有文字</translation>
    </message>
    <message>
        <source>Not translated: {count} characters, the limit is {limit}</source>
        <translation>未翻译：共 {count} 个字符，上限为 {limit} 个</translation>
    </message>
    <message>
        <source>“Translate the clipboard” in the menu takes it all the same</source>
        <translation>仍要翻译，请使用菜单中的“翻译剪贴板”</translation>
    </message>
    <message>
        <source>The translation is on the clipboard</source>
        <translation>译文已复制到剪贴板</translation>
    </message>
    <message>
        <source>Watching the clipboard</source>
        <translation>正在监视剪贴板</translation>
    </message>
</context>
<context>
    <name>ClosingNotice</name>
    <message>
        <source>Close this message</source>
        <translation>关闭这条消息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Something went wrong</source>
        <translation>出错了</translation>
    </message>
    <message>
        <source>Something unexpected went wrong. You can go on working; if it happens again, restart Yiwen. The report below holds nothing of your texts.</source>
        <translation>程序遇到了意外错误。您可以继续使用；如果问题再次出现，请重新启动 Yiwen。以下报告不含您的文字。</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>&amp;Copy the report</source>
        <translation>复制报告(&amp;C)</translation>
    </message>
</context>
<context>
    <name>DocumentBar</name>
    <message>
        <source>&amp;Add documents…</source>
        <translation>添加文档(&amp;A)…</translation>
    </message>
    <message>
        <source>Choose documents to translate</source>
        <translation>选择要翻译的文档</translation>
    </message>
    <message>
        <source>Add a folde&amp;r…</source>
        <translation>添加文件夹(&amp;R)…</translation>
    </message>
    <message>
        <source>Choose a folder whose documents should be translated</source>
        <translation>选择一个文件夹，翻译其中的文档</translation>
    </message>
    <message>
        <source>Translation only</source>
        <translation>仅译文</translation>
    </message>
    <message>
        <source>The result has no original</source>
        <translation>结果中不含原文</translation>
    </message>
    <message>
        <source>Both languages</source>
        <translation>双语对照</translation>
    </message>
    <message>
        <source>Each paragraph is followed by its translation</source>
        <translation>每段原文之后紧跟译文</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>左右并排</translation>
    </message>
    <message>
        <source>A web page with the original and the translation beside it</source>
        <translation>生成网页，原文与译文左右并排</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>版式</translation>
    </message>
    <message>
        <source>Beside the original</source>
        <translation>与原文件同处</translation>
    </message>
    <message>
        <source>Each result goes into the folder of its original</source>
        <translation>译文保存在原文件所在的文件夹</translation>
    </message>
    <message>
        <source>In “{name}”</source>
        <translation>保存到“{name}”</translation>
    </message>
    <message>
        <source>All results go into the folder that you choose</source>
        <translation>所有译文都保存到您选择的文件夹</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Place of the results</source>
        <translation>译文保存位置</translation>
    </message>
    <message>
        <source>Choose a folder for the results</source>
        <translation>选择保存译文的文件夹</translation>
    </message>
</context>
<context>
    <name>DocumentErrors</name>
    <message>
        <source>The file is missing or may not be read. Put it back, then try again.</source>
        <translation>文件不存在或无权读取。请放回原处，然后重试。</translation>
    </message>
    <message>
        <source>Another program was writing to this file. Save and close it there, then try again.</source>
        <translation>另一个程序正在写入此文件。请在那里保存并关闭，然后重试。</translation>
    </message>
    <message>
        <source>The document is too large. Split it up, then translate the parts.</source>
        <translation>文档过大。请拆分后分别翻译。</translation>
    </message>
    <message>
        <source>The document is damaged. Open and save it in its own program, then try again.</source>
        <translation>文档已损坏。请用原来的程序打开并重新保存，然后重试。</translation>
    </message>
    <message>
        <source>The document is locked. Save it without its password, then try again.</source>
        <translation>文档已加密。请去掉密码后另存，然后重试。</translation>
    </message>
    <message>
        <source>Nothing in it could be translated. Check that it has text in the right language.</source>
        <translation>其中没有可以翻译的内容。请检查文档是否含有所选语言的文字。</translation>
    </message>
    <message>
        <source>Such documents cannot hold both languages. Choose the page with both side by side.</source>
        <translation>这类文档无法容纳双语。请改选“左右并排”的网页。</translation>
    </message>
    <message>
        <source>There are no documents in this folder. Choose another one.</source>
        <translation>此文件夹中没有文档。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>A file with the name of the result is there. Try again to decide.</source>
        <translation>已有同名的译文文件。请重试，并选择如何处理。</translation>
    </message>
    <message>
        <source>The result cannot be written. Make room or choose another folder, then try again.</source>
        <translation>无法写入译文。请腾出空间或换一个文件夹，然后重试。</translation>
    </message>
    <message>
        <source>Another program is translating this document. Wait for it, then try again.</source>
        <translation>另一个程序正在翻译此文档。请等它完成后重试。</translation>
    </message>
    <message>
        <source>This is no document that can be translated. Check what kind of file it is.</source>
        <translation>此文件不是可翻译的文档。请检查文件类型。</translation>
    </message>
    <message>
        <source>Its translation model cannot be used. Choose another below, then try again.</source>
        <translation>它的翻译模型无法使用。请在下方选择其他模型，然后重试。</translation>
    </message>
    <message>
        <source>The model failed on this document. Try again with another model.</source>
        <translation>模型处理此文档时出错。请换一个模型重试。</translation>
    </message>
    <message>
        <source>A file cannot be read or written. Check the disk, then try again.</source>
        <translation>文件无法读取或写入。请检查磁盘，然后重试。</translation>
    </message>
</context>
<context>
    <name>DocumentFoot</name>
    <message>
        <source>State of the documents</source>
        <translation>文档状态</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>What to do with all documents</source>
        <translation>对全部文档的操作</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>全部文档</translation>
    </message>
    <message>
        <source>&amp;Pause all</source>
        <translation>全部暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Go on with all</source>
        <translation>全部继续(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Cancel all</source>
        <translation>全部取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Remove what has ended</source>
        <translation>移除已结束的(&amp;R)</translation>
    </message>
    <message>
        <source>Waiting for the translation model</source>
        <translation>正在等待翻译模型</translation>
    </message>
    <message>
        <source>1 document done</source>
        <translation>1 个文档已完成</translation>
    </message>
    <message>
        <source>1 document</source>
        <translation>1 个文档</translation>
    </message>
    <message>
        <source>{done} of {count} documents done</source>
        <translation>已完成 {done}/{count} 个文档</translation>
    </message>
</context>
<context>
    <name>DocumentView</name>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>What to do with the document</source>
        <translation>对文档的操作</translation>
    </message>
    <message>
        <source>&amp;Open the result</source>
        <translation>打开译文(&amp;O)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the result (Enter)</source>
        <translation>打开译文（Enter）</translation>
    </message>
    <message>
        <source>Show in &amp;folder</source>
        <translation>在文件夹中显示(&amp;F)</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Show the result in its folder (F)</source>
        <translation>在文件夹中显示译文（F）</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop, and leave nothing behind (C)</source>
        <translation>停止，不留下任何文件（C）</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Translate the document again (R)</source>
        <translation>重新翻译此文档（R）</translation>
    </message>
    <message>
        <source>R&amp;emove from the list</source>
        <translation>从列表中移除(&amp;E)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove from the list; the files stay (Del)</source>
        <translation>从列表中移除，文件保留（Del）</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Go on where it was (Space)</source>
        <translation>从停下的地方继续（空格）</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause, and go on later (Space)</source>
        <translation>暂停，稍后可继续（空格）</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>Text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文档</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>演示文稿</translation>
    </message>
    <message>
        <source>Spreadsheet</source>
        <translation>电子表格</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Subtitles</source>
        <translation>字幕</translation>
    </message>
    <message>
        <source>Message catalogue (PO)</source>
        <translation>翻译目录（PO）</translation>
    </message>
    <message>
        <source>String table (JSON)</source>
        <translation>字符串表（JSON）</translation>
    </message>
    <message>
        <source>Text document (ODT)</source>
        <translation>文本文档（ODT）</translation>
    </message>
    <message>
        <source>E-book</source>
        <translation>电子书</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Translating</source>
        <translation>正在翻译</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>第 {number} 行</translation>
    </message>
    <message>
        <source>paragraph {number}</source>
        <translation>第 {number} 段</translation>
    </message>
    <message>
        <source>slide {number}</source>
        <translation>第 {number} 张幻灯片</translation>
    </message>
    <message>
        <source>subtitle {number}</source>
        <translation>第 {number} 条字幕</translation>
    </message>
    <message>
        <source>header {number}</source>
        <translation>页眉 {number}</translation>
    </message>
    <message>
        <source>footer {number}</source>
        <translation>页脚 {number}</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>table of contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>header</source>
        <translation>页眉</translation>
    </message>
    <message>
        <source>footer</source>
        <translation>页脚</translation>
    </message>
    <message>
        <source>footnote</source>
        <translation>脚注</translation>
    </message>
    <message>
        <source>endnote</source>
        <translation>尾注</translation>
    </message>
    <message>
        <source>diagram</source>
        <translation>图示</translation>
    </message>
    <message>
        <source>chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>版式</translation>
    </message>
    <message>
        <source>slide master</source>
        <translation>幻灯片母版</translation>
    </message>
    <message>
        <source>To check</source>
        <translation>待检查</translation>
    </message>
    <message>
        <source>{done} of {total} sentences</source>
        <translation>已完成 {done}/{total} 句</translation>
    </message>
    <message>
        <source>{translated} of {total} sentences translated</source>
        <translation>已译 {translated} 句，共 {total} 句</translation>
    </message>
    <message>
        <source>{count} copied</source>
        <translation>照抄 {count} 句</translation>
    </message>
    <message>
        <source>{count} to check</source>
        <translation>{count} 句待检查</translation>
    </message>
    <message>
        <source>none to check</source>
        <translation>无需检查</translation>
    </message>
    <message>
        <source>a few seconds left</source>
        <translation>还剩几秒</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>还剩不到 1 分钟</translation>
    </message>
    <message>
        <source>about {minutes} min left</source>
        <translation>约剩 {minutes} 分钟</translation>
    </message>
    <message>
        <source>about {hours} h {minutes} min left</source>
        <translation>约剩 {hours} 小时 {minutes} 分钟</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>DocumentsPage</name>
    <message>
        <source>With documents</source>
        <translation>文档操作</translation>
    </message>
    <message>
        <source>Drop documents or folders here.</source>
        <translation>将文档或文件夹拖放到这里。</translation>
    </message>
    <message>
        <source>Choose documents</source>
        <translation>选择文档</translation>
    </message>
    <message>
        <source>Choose a folder of documents</source>
        <translation>选择存放文档的文件夹</translation>
    </message>
    <message>
        <source>“{name}” is there already.</source>
        <translation>“{name}”已存在。</translation>
    </message>
    <message>
        <source>{count} results are there already.</source>
        <translation>{count} 个译文文件已存在。</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Replace what is there, or keep both under different names?</source>
        <translation>替换已有的文件，还是换个名字都保留？</translation>
    </message>
    <message>
        <source>&amp;Keep both</source>
        <translation>都保留(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>替换(&amp;R)</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭这条消息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>“{name}”: {problem}</source>
        <translation>“{name}”：{problem}</translation>
    </message>
    <message>
        <source>{count} more cannot be translated either.</source>
        <translation>另有 {count} 个也无法翻译。</translation>
    </message>
    <message>
        <source>It cannot be opened. Check that it is there, and has a program.</source>
        <translation>无法打开。请检查文件是否还在，以及是否有程序能打开它。</translation>
    </message>
</context>
<context>
    <name>DoubtBar</name>
    <message>
        <source>1 sentence to check</source>
        <translation>1 句需要检查</translation>
    </message>
    <message>
        <source>{count} sentences to check</source>
        <translation>{count} 句需要检查</translation>
    </message>
    <message>
        <source>Sentences that are underlined may be wrong. Go to the next one ({key})</source>
        <translation>带下划线的句子可能有误。转到下一句（{key}）</translation>
    </message>
</context>
<context>
    <name>DoubtList</name>
    <message>
        <source>Sentences to check</source>
        <translation>待检查的句子</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the sentence and its translation</source>
        <translation>复制句子及其译文</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>No translation model was found. Import one on the page Models.</source>
        <translation>没有找到翻译模型。请在“模型”页导入一个。</translation>
    </message>
    <message>
        <source>The translation model is damaged. Import it again on the page Models.</source>
        <translation>翻译模型已损坏。请在“模型”页重新导入。</translation>
    </message>
    <message>
        <source>This translation model needs another version of Yiwen. Update Yiwen or choose another model.</source>
        <translation>此翻译模型需要其他版本的 Yiwen。请更新 Yiwen 或选择其他模型。</translation>
    </message>
    <message>
        <source>A model of this name is installed already. Replace it, or keep the one you have.</source>
        <translation>已经安装了同名的模型。您可以替换它，或者保留现有的模型。</translation>
    </message>
    <message>
        <source>The translation model cannot be used. Choose another one.</source>
        <translation>无法使用此翻译模型。请选择其他模型。</translation>
    </message>
    <message>
        <source>This text cannot be read. Paste it again as plain text.</source>
        <translation>无法读取这段文字。请以纯文本重新粘贴。</translation>
    </message>
    <message>
        <source>The model failed on this text. Try again, or translate less at a time.</source>
        <translation>模型无法翻译这段文字。请重试，或减少每次翻译的内容。</translation>
    </message>
    <message>
        <source>The hub has no model of this name that is open to everyone. Check how it is written.</source>
        <translation>模型库中没有这个名称的公开模型。请检查名称是否写对。</translation>
    </message>
    <message>
        <source>The download failed. Check the network and the proxy, then try again: what has arrived is kept.</source>
        <translation>下载失败。请检查网络和代理，然后重试；已下载的部分会保留。</translation>
    </message>
    <message>
        <source>A file of this checkpoint is missing or damaged. Download it again, then import it.</source>
        <translation>此检查点的文件缺失或损坏。请重新下载后再导入。</translation>
    </message>
    <message>
        <source>This kind of checkpoint cannot be imported. Choose a Marian model.</source>
        <translation>无法导入这种检查点。请选择 Marian 模型。</translation>
    </message>
    <message>
        <source>The imported model does not translate as it should, so it was not installed. Choose another one.</source>
        <translation>导入的模型翻译结果不正确，因此没有安装。请选择其他模型。</translation>
    </message>
    <message>
        <source>This checkpoint does not say which languages it is for. Name them and import it again.</source>
        <translation>此检查点没有说明适用的语言。请指定语言后重新导入。</translation>
    </message>
    <message>
        <source>The checkpoint could not be imported. Download it again or choose another.</source>
        <translation>无法导入此检查点。请重新下载或选择其他检查点。</translation>
    </message>
    <message>
        <source>The translation engine failed. Restart Yiwen or choose another model.</source>
        <translation>翻译引擎出错。请重新启动 Yiwen 或选择其他模型。</translation>
    </message>
    <message>
        <source>There is not enough memory. Close other programs and try again.</source>
        <translation>内存不足。请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>A file of the translation model cannot be read. Check the disk, then restart Yiwen.</source>
        <translation>无法读取翻译模型的文件。请检查磁盘，然后重新启动 Yiwen。</translation>
    </message>
    <message>
        <source>Something unexpected went wrong. Try again, or restart Yiwen.</source>
        <translation>发生意外错误。请重试，或重新启动 Yiwen。</translation>
    </message>
    <message>
        <source>The model “{name}” was not found; choose another under Model.</source>
        <translation>未找到模型“{name}”；请在“模型”中选择其他模型。</translation>
    </message>
    <message>
        <source>The model “{name}” is damaged; choose another under Model, or install it again.</source>
        <translation>模型“{name}”已损坏；请在“模型”中选择其他模型，或重新安装。</translation>
    </message>
    <message>
        <source>The model “{name}” needs another version of Yiwen; choose another under Model, or update Yiwen.</source>
        <translation>模型“{name}”需要其他版本的译文；请在“模型”中选择其他模型，或更新译文。</translation>
    </message>
    <message>
        <source>The model “{name}” cannot be used; choose another under Model.</source>
        <translation>模型“{name}”无法使用；请在“模型”中选择其他模型。</translation>
    </message>
    <message>
        <source>There is no translation model in it. Choose the folder or zip of one.</source>
        <translation>其中没有翻译模型。请选择模型的文件夹或压缩包。</translation>
    </message>
    <message>
        <source>This file or model is damaged. Download or copy it again, then import it.</source>
        <translation>这个文件或模型已损坏。请重新下载或复制，然后再导入。</translation>
    </message>
    <message>
        <source>This model was made by a newer Yiwen. Update Yiwen, then import it again.</source>
        <translation>这个模型由更新版本的 Yiwen 制作。请更新 Yiwen，然后重新导入。</translation>
    </message>
    <message>
        <source>The model cannot be stored. Check that the disk is not full and that nothing else is installing it, then try again.</source>
        <translation>无法保存模型。请确认磁盘未满，也没有其他程序正在安装它，然后重试。</translation>
    </message>
    <message>
        <source>A file cannot be read. Check the disk, then import it again.</source>
        <translation>有文件无法读取。请检查磁盘，然后重新导入。</translation>
    </message>
    <message>
        <source>The model cannot be imported. Download it again or choose another.</source>
        <translation>无法导入这个模型。请重新下载或选择其他模型。</translation>
    </message>
    <message>
        <source>This model is not installed any more. Import it again.</source>
        <translation>这个模型已经不在了。请重新导入。</translation>
    </message>
    <message>
        <source>This model is damaged. Remove it, then import it again.</source>
        <translation>这个模型已损坏。请移除它，然后重新导入。</translation>
    </message>
    <message>
        <source>This model needs another version of Yiwen. Update Yiwen, or remove it.</source>
        <translation>这个模型需要其他版本的 Yiwen。请更新 Yiwen，或移除这个模型。</translation>
    </message>
    <message>
        <source>That could not be written. Check that the disk is not full and the folder not locked, then try again.</source>
        <translation>无法写入。请确认磁盘未满、文件夹没有被锁定，然后重试。</translation>
    </message>
    <message>
        <source>This model needs Yiwen {version} or newer. Install that, then import it again.</source>
        <translation>这个模型需要 Yiwen {version} 或更新的版本。请先安装，然后重新导入。</translation>
    </message>
    <message>
        <source>This file has {size}; at most {limit} can be shown here. Choose a smaller file, or copy a part of it.</source>
        <translation>此文件有 {size}，这里最多能显示 {limit}。请选择较小的文件，或只复制其中一部分。</translation>
    </message>
    <message>
        <source>This text would have {size} characters; at most {limit} fit here. Translate it in parts, or save it as a file and translate that as a document.</source>
        <translation>这段文字有 {size} 个字符，这里最多容纳 {limit} 个。请分段翻译，或存为文件后作为文档翻译。</translation>
    </message>
    <message>
        <source>This file is empty. Choose one with text in it.</source>
        <translation>此文件是空的。请选择含有文字的文件。</translation>
    </message>
    <message>
        <source>This is no plain text file. Choose one in UTF-8, UTF-16 or GB18030.</source>
        <translation>此文件不是纯文本文件。请选择 UTF-8、UTF-16 或 GB18030 编码的文本文件。</translation>
    </message>
    <message>
        <source>This file cannot be read. Choose a plain text file.</source>
        <translation>无法读取此文件。请选择纯文本文件。</translation>
    </message>
    <message>
        <source>This is a folder. Choose the files in it.</source>
        <translation>这是一个文件夹。请选择其中的文件。</translation>
    </message>
    <message>
        <source>This file is no longer there. Choose another one.</source>
        <translation>此文件已不存在。请选择其他文件。</translation>
    </message>
    <message>
        <source>This file may not be read. Change its permissions or choose another one.</source>
        <translation>没有读取此文件的权限。请更改权限或选择其他文件。</translation>
    </message>
    <message>
        <source>This file cannot be read. Check the disk, then try again.</source>
        <translation>无法读取此文件。请检查磁盘后重试。</translation>
    </message>
</context>
<context>
    <name>Flags</name>
    <message>
        <source>The model had begun to repeat itself. This is a second attempt.</source>
        <translation>模型曾陷入重复，这是重新翻译的结果。</translation>
    </message>
    <message>
        <source>A number of the original is missing here or has changed.</source>
        <translation>原文中的数字在译文中缺失或有误。</translation>
    </message>
    <message>
        <source>An address, a placeholder or a piece of code did not come through unchanged.</source>
        <translation>网址、占位符或代码未能原样保留。</translation>
    </message>
    <message>
        <source>This is much shorter than the original. Something may be left out.</source>
        <translation>译文比原文短很多，可能有遗漏。</translation>
    </message>
    <message>
        <source>The model was unsure of this sentence.</source>
        <translation>模型对这句话的翻译没有把握。</translation>
    </message>
    <message>
        <source>This was left as it is in the original.</source>
        <translation>这里保留了原文，没有翻译。</translation>
    </message>
    <message>
        <source>The original does not seem to be in the language that is translated from.</source>
        <translation>原文似乎不是所选的源语言。</translation>
    </message>
    <message>
        <source>The sentence is too long for the model and was translated in parts.</source>
        <translation>句子过长，已分段翻译。</translation>
    </message>
    <message>
        <source>The original contains characters that cannot be read.</source>
        <translation>原文含有无法识别的字符。</translation>
    </message>
</context>
<context>
    <name>HistoryModel</name>
    <message>
        <source>starred</source>
        <translation>已加星标</translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>Delete all history</source>
        <translation>删除全部历史记录</translation>
    </message>
    <message>
        <source>Delete all history, starred entries too?</source>
        <translation>要删除全部历史记录吗？加星标的记录也会被删除。</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>&amp;Delete all</source>
        <translation>全部删除(&amp;D)</translation>
    </message>
    <message>
        <source>In the history</source>
        <translation>历史记录列表</translation>
    </message>
    <message>
        <source>Search earlier translations…</source>
        <translation>搜索历史记录…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>State of the history</source>
        <translation>历史记录状态</translation>
    </message>
    <message>
        <source>Starred</source>
        <translation>星标</translation>
    </message>
    <message>
        <source>Show only starred entries</source>
        <translation>只显示加星标的记录</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Bring the deleted entries back</source>
        <translation>恢复已删除的记录</translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation>全部删除…</translation>
    </message>
    <message>
        <source>The history cannot be used. Check that the disk is not full or locked.</source>
        <translation>无法使用历史记录。请检查磁盘是否已满或被锁定。</translation>
    </message>
    <message>
        <source>The history was damaged. It was set aside, and a new one begun.</source>
        <translation>历史记录已损坏。原文件已另存，现已新建历史记录。</translation>
    </message>
    <message>
        <source>1 entry deleted</source>
        <translation>已删除 1 条记录</translation>
    </message>
    <message>
        <source>{count} entries deleted</source>
        <translation>已删除 {count} 条记录</translation>
    </message>
    <message>
        <source>History is off: nothing new is kept.</source>
        <translation>历史记录已关闭，不会保存新的翻译。</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索内容</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 条记录</translation>
    </message>
    <message>
        <source>{count} entries</source>
        <translation>{count} 条记录</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>没有找到相关记录。</translation>
    </message>
    <message>
        <source>History is off. Turn it on in the settings to find translations again.</source>
        <translation>历史记录已关闭。可在设置中开启，以便日后查找翻译。</translation>
    </message>
    <message>
        <source>Translations are listed here once you have made some.</source>
        <translation>翻译过的内容会显示在这里。</translation>
    </message>
</context>
<context>
    <name>HistoryView</name>
    <message>
        <source>Earlier translations</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>What to do with the entry</source>
        <translation>对此记录的操作</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show in the panes (Enter)</source>
        <translation>在主界面中打开（Enter）</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>复制原文</translation>
    </message>
    <message>
        <source>Copy the te&amp;xt</source>
        <translation>复制原文(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Copy the translation</source>
        <translation>复制译文(&amp;C)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the translation (Ctrl+C)</source>
        <translation>复制译文（Ctrl+C）</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the chosen entries (Del)</source>
        <translation>删除所选记录（Del）</translation>
    </message>
    <message>
        <source>Un&amp;star</source>
        <translation>取消星标(&amp;S)</translation>
    </message>
    <message>
        <source>Unstar</source>
        <translation>取消星标</translation>
    </message>
    <message>
        <source>Take the star away (S)</source>
        <translation>取消星标（S）</translation>
    </message>
    <message>
        <source>&amp;Star</source>
        <translation>加星标(&amp;S)</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>加星标</translation>
    </message>
    <message>
        <source>Give a star (S)</source>
        <translation>加星标（S）</translation>
    </message>
</context>
<context>
    <name>HubForm</name>
    <message>
        <source>Name of a model, such as {name}</source>
        <translation>模型名称，例如 {name}</translation>
    </message>
    <message>
        <source>Name of the model on the hub</source>
        <translation>模型库中的模型名称</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Proxy…</source>
        <translation>代理…</translation>
    </message>
    <message>
        <source>Change the proxy in the settings</source>
        <translation>在设置中更改代理</translation>
    </message>
    <message>
        <source>This needs the network: the files are loaded from {host}. Nothing you write is sent.</source>
        <translation>这需要联网：文件从 {host} 下载。您写的内容不会被发送。</translation>
    </message>
    <message>
        <source>Proxy, from the settings: {proxy}.</source>
        <translation>代理（来自设置）：{proxy}。</translation>
    </message>
    <message>
        <source>Proxy, as the system has it: {proxy}.</source>
        <translation>代理（来自系统）：{proxy}。</translation>
    </message>
    <message>
        <source>No proxy is set.</source>
        <translation>没有设置代理。</translation>
    </message>
</context>
<context>
    <name>LanguageBar</name>
    <message>
        <source>Translate from</source>
        <translation>源语言</translation>
    </message>
    <message>
        <source>Translate into</source>
        <translation>目标语言</translation>
    </message>
    <message>
        <source>Swap the languages</source>
        <translation>交换语言</translation>
    </message>
    <message>
        <source>No installed model translates from {target} into {source}</source>
        <translation>没有安装从{target}译为{source}的模型</translation>
    </message>
</context>
<context>
    <name>LanguageQuestion</name>
    <message>
        <source>From</source>
        <translation>源语言</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>目标语言</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Yiwen</source>
        <translation>Yiwen</translation>
    </message>
</context>
<context>
    <name>Manner</name>
    <message>
        <source>Quality</source>
        <translation>质量</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Translation model</source>
        <translation>翻译模型</translation>
    </message>
    <message>
        <source>Choose the model to translate with</source>
        <translation>选择用于翻译的模型</translation>
    </message>
    <message>
        <source>This model is damaged. Install it again.</source>
        <translation>此模型已损坏。请重新安装。</translation>
    </message>
    <message>
        <source>No model is installed</source>
        <translation>没有安装模型</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Use a model that is somewhere else on this computer</source>
        <translation>使用这台计算机上其他位置的模型</translation>
    </message>
    <message>
        <source>Manage models…</source>
        <translation>管理模型…</translation>
    </message>
    <message>
        <source>Import, check, export and remove models</source>
        <translation>导入、检查、导出和移除模型</translation>
    </message>
    <message>
        <source>Choose the folder of a model</source>
        <translation>选择模型所在的文件夹</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Go on where it stopped</source>
        <translation>从停下的地方继续</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>Some files cannot be opened</source>
        <translation>有些文件无法打开</translation>
    </message>
    <message>
        <source>… and {count} more</source>
        <translation>……以及另外 {count} 个</translation>
    </message>
    <message>
        <source>&amp;Translate as a document</source>
        <translation>作为文档翻译(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Translate as documents</source>
        <translation>作为文档翻译(&amp;T)</translation>
    </message>
</context>
<context>
    <name>PackCard</name>
    <message>
        <source>Use now</source>
        <translation>立即使用</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>导入进度</translation>
    </message>
</context>
<context>
    <name>PackCards</name>
    <message>
        <source>Begins when the one before is done.</source>
        <translation>等前一个完成后开始。</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Checking “{name}”</source>
        <translation>正在检查“{name}”</translation>
    </message>
    <message>
        <source>Importing “{name}”</source>
        <translation>正在导入“{name}”</translation>
    </message>
    <message>
        <source>“{name}” was checked</source>
        <translation>“{name}”检查完毕</translation>
    </message>
    <message>
        <source>“{name}” is installed</source>
        <translation>“{name}”已安装</translation>
    </message>
    <message>
        <source>“{name}” was not installed</source>
        <translation>“{name}”没有安装</translation>
    </message>
    <message>
        <source>Good: nothing speaks against it.</source>
        <translation>良好：没有发现问题。</translation>
    </message>
    <message>
        <source>Usable with warnings: it translates, but look at its results.</source>
        <translation>可用，但有警告：能够翻译，请留意译文。</translation>
    </message>
    <message>
        <source>Broken: it is of no use. Remove it, then import it again.</source>
        <translation>损坏：无法正常翻译。请移除它，然后重新导入。</translation>
    </message>
    <message>
        <source>Broken: it is of no use. Download it again or choose another model.</source>
        <translation>损坏：无法正常翻译。请重新下载，或选择其他模型。</translation>
    </message>
    <message>
        <source>“{name}” could not be checked</source>
        <translation>无法检查“{name}”</translation>
    </message>
    <message>
        <source>“{name}” was not imported</source>
        <translation>“{name}”没有导入</translation>
    </message>
    <message>
        <source>Which languages is “{name}” for?</source>
        <translation>“{name}”用于哪两种语言？</translation>
    </message>
    <message>
        <source>The model does not say it itself. Its description does.</source>
        <translation>模型本身没有注明，请参阅它的说明。</translation>
    </message>
    <message>
        <source>It was not checked on this computer yet.</source>
        <translation>还没有在这台电脑上检查过。</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>作者与来源</translation>
    </message>
    <message>
        <source>Measured quality</source>
        <translation>实测质量</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>安装日期</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>{label}: {value}</source>
        <translation>{label}：{value}</translation>
    </message>
</context>
<context>
    <name>PackFooter</name>
    <message>
        <source>State of the models</source>
        <translation>模型状态</translation>
    </message>
    <message>
        <source>“{name}” was removed.</source>
        <translation>已移除“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” is the default for its languages now.</source>
        <translation>“{name}”已设为该语言方向的默认模型。</translation>
    </message>
    <message>
        <source>Exporting “{name}”…</source>
        <translation>正在导出“{name}”…</translation>
    </message>
    <message>
        <source>Exported to “{name}”.</source>
        <translation>已导出到“{name}”。</translation>
    </message>
    <message>
        <source>Stopped. Nothing was installed.</source>
        <translation>已停止，没有安装任何内容。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>1 model, {size} on the disk</source>
        <translation>1 个模型，占用 {size}</translation>
    </message>
    <message>
        <source>{count} models, {size} on the disk</source>
        <translation>{count} 个模型，共占用 {size}</translation>
    </message>
</context>
<context>
    <name>PackNotice</name>
    <message>
        <source>The model {damaged} is damaged or cannot be used here, so {instead} translates instead. The page Models says what is wrong; remove it there or import it again.</source>
        <translation>模型 {damaged} 已损坏或无法在此使用，现改用 {instead} 翻译。“模型”页说明了原因，可在那里删除它或重新导入。</translation>
    </message>
</context>
<context>
    <name>PackView</name>
    <message>
        <source>Installed models</source>
        <translation>已安装的模型</translation>
    </message>
    <message>
        <source>What to do with the model</source>
        <translation>对模型的操作</translation>
    </message>
    <message>
        <source>Use &amp;now</source>
        <translation>立即使用(&amp;N)</translation>
    </message>
    <message>
        <source>Translate with this model</source>
        <translation>用这个模型翻译</translation>
    </message>
    <message>
        <source>Set as de&amp;fault</source>
        <translation>设为默认(&amp;F)</translation>
    </message>
    <message>
        <source>Prefer this model for its languages</source>
        <translation>在它的语言方向上优先使用这个模型</translation>
    </message>
    <message>
        <source>De&amp;tails</source>
        <translation>详情(&amp;T)</translation>
    </message>
    <message>
        <source>All that is known of this model</source>
        <translation>这个模型的全部信息</translation>
    </message>
    <message>
        <source>&amp;Check again</source>
        <translation>重新检查(&amp;C)</translation>
    </message>
    <message>
        <source>Read every file and translate samples with it</source>
        <translation>读取全部文件，并试译一些例句</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Write this model into a file for another computer</source>
        <translation>把这个模型存成文件，供另一台电脑使用</translation>
    </message>
    <message>
        <source>&amp;Show in folder</source>
        <translation>打开所在文件夹(&amp;S)</translation>
    </message>
    <message>
        <source>Show the files of this model</source>
        <translation>显示这个模型的文件</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>移除(&amp;R)…</translation>
    </message>
    <message>
        <source>Delete this model from the disk</source>
        <translation>从磁盘上删除这个模型</translation>
    </message>
</context>
<context>
    <name>PackWords</name>
    <message>
        <source>Good</source>
        <translation>良好</translation>
    </message>
    <message>
        <source>Broken</source>
        <translation>损坏</translation>
    </message>
    <message>
        <source>Comes with Yiwen</source>
        <translation>Yiwen 自带</translation>
    </message>
    <message>
        <source>For all users</source>
        <translation>供所有用户使用</translation>
    </message>
    <message>
        <source>Usable with warnings</source>
        <translation>可用，有警告</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>The model runs.</source>
        <translation>模型可以运行。</translation>
    </message>
    <message>
        <source>Short texts are translated.</source>
        <translation>短文本都有译文。</translation>
    </message>
    <message>
        <source>Nothing is repeated without end.</source>
        <translation>没有无休止的重复。</translation>
    </message>
    <message>
        <source>Sentences come out in the right language.</source>
        <translation>译文的语言正确。</translation>
    </message>
    <message>
        <source>The model does not run.</source>
        <translation>模型无法运行。</translation>
    </message>
    <message>
        <source>The compact weights choose the same word as the full ones {share}% of the time.</source>
        <translation>压缩后的权重有 {share}% 与原始权重选词相同。</translation>
    </message>
    <message>
        <source>{count} of {of} short texts get no translation.</source>
        <translation>{of} 个短文本中有 {count} 个没有译文。</translation>
    </message>
    <message>
        <source>{count} of {of} short texts are repeated without end.</source>
        <translation>{of} 个短文本中有 {count} 个无休止地重复。</translation>
    </message>
    <message>
        <source>{count} of {of} sentences do not come out in the right language.</source>
        <translation>{of} 个句子中有 {count} 个译文语言不对。</translation>
    </message>
    <message>
        <source>A sentence takes {seconds} seconds on this computer.</source>
        <translation>在这台电脑上，翻译一句需要 {seconds} 秒。</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>正在下载…</translation>
    </message>
    <message>
        <source>Reading the files…</source>
        <translation>正在读取文件…</translation>
    </message>
    <message>
        <source>Converting…</source>
        <translation>正在转换…</translation>
    </message>
    <message>
        <source>Translating samples to check it…</source>
        <translation>正在试译例句以检查模型…</translation>
    </message>
    <message>
        <source>Installing…</source>
        <translation>正在安装…</translation>
    </message>
    <message>
        <source>Downloading… {done} of {total}</source>
        <translation>正在下载… {done} / {total}</translation>
    </message>
</context>
<context>
    <name>PacksModel</name>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Damaged: remove it, then import it again</source>
        <translation>已损坏：请移除，然后重新导入</translation>
    </message>
</context>
<context>
    <name>PacksPage</name>
    <message>
        <source>Under Models</source>
        <translation>在“模型”页</translation>
    </message>
    <message>
        <source>&amp;Import a folder…</source>
        <translation>导入文件夹(&amp;I)…</translation>
    </message>
    <message>
        <source>Import the folder of a Marian model or of a model from another computer</source>
        <translation>导入 Marian 模型的文件夹，或来自另一台电脑的模型文件夹</translation>
    </message>
    <message>
        <source>Import a &amp;zip…</source>
        <translation>导入压缩包(&amp;Z)…</translation>
    </message>
    <message>
        <source>Import the zip of a Marian model or of a model from another computer</source>
        <translation>导入 Marian 模型的压缩包，或来自另一台电脑的模型压缩包</translation>
    </message>
    <message>
        <source>Down&amp;load…</source>
        <translation>下载(&amp;L)…</translation>
    </message>
    <message>
        <source>Download a model from the Hugging Face hub by its name</source>
        <translation>按名称从 Hugging Face 模型库下载</translation>
    </message>
    <message>
        <source>Choose the folder of a model</source>
        <translation>选择模型文件夹</translation>
    </message>
    <message>
        <source>Choose the zip of a model</source>
        <translation>选择模型压缩包</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>压缩包 (*.zip)</translation>
    </message>
    <message>
        <source>Export the model</source>
        <translation>导出模型</translation>
    </message>
    <message>
        <source>Remove the model</source>
        <translation>移除模型</translation>
    </message>
    <message>
        <source>Remove “{name}” from this computer?</source>
        <translation>要从这台电脑上移除“{name}”吗？</translation>
    </message>
    <message>
        <source>To have it again, import it again. Export it first to keep a copy.</source>
        <translation>移除后需要重新导入才能使用。想保留副本，请先导出。</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>No translation model is installed.

Drop the folder or the zip of one here, choose it above, or download one by its name.</source>
        <translation>还没有安装翻译模型。

请把模型的文件夹或压缩包拖到这里，在上方选择，或按名称下载。</translation>
    </message>
</context>
<context>
    <name>PageActions</name>
    <message>
        <source>Sentences</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Going to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>&amp;Other translations of the sentence…</source>
        <translation>这句话的其他译法(&amp;O)…</translation>
    </message>
    <message>
        <source>Take the &amp;replacement back</source>
        <translation>撤销替换(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Next sentence to check</source>
        <translation>下一处待检查的句子(&amp;N)</translation>
    </message>
    <message>
        <source>Sw&amp;ap the languages</source>
        <translation>交换语言(&amp;A)</translation>
    </message>
    <message>
        <source>The other pane</source>
        <translation>另一个文本框</translation>
    </message>
    <message>
        <source>Translate from</source>
        <translation>源语言</translation>
    </message>
    <message>
        <source>Translate into</source>
        <translation>目标语言</translation>
    </message>
    <message>
        <source>Translation model</source>
        <translation>翻译模型</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>质量</translation>
    </message>
    <message>
        <source>Pre&amp;vious sentence to check</source>
        <translation>上一处待检查的句子(&amp;V)</translation>
    </message>
</context>
<context>
    <name>PageNotice</name>
    <message>
        <source>Try a&amp;gain</source>
        <translation>重试(&amp;G)</translation>
    </message>
    <message>
        <source>Translate what is missing</source>
        <translation>翻译尚未完成的部分</translation>
    </message>
    <message>
        <source>&amp;Get a model</source>
        <translation>获取模型(&amp;G)</translation>
    </message>
    <message>
        <source>Go to the page with the models</source>
        <translation>转到“模型”页</translation>
    </message>
    <message>
        <source>“{name}”: {problem}</source>
        <translation>“{name}”：{problem}</translation>
    </message>
    <message>
        <source>Translate as a docum&amp;ent</source>
        <translation>作为文档翻译(&amp;E)</translation>
    </message>
    <message>
        <source>Write the translation into a file of its own</source>
        <translation>将译文写入单独的文件</translation>
    </message>
    <message>
        <source>Stopped. What is done stays.</source>
        <translation>已停止，已完成的译文会保留。</translation>
    </message>
    <message>
        <source>Continu&amp;e</source>
        <translation>继续(&amp;E)</translation>
    </message>
    <message>
        <source>Go on where it stopped</source>
        <translation>从停下的地方继续</translation>
    </message>
    <message>
        <source>The text has changed since it was translated.</source>
        <translation>翻译之后原文又有改动。</translation>
    </message>
</context>
<context>
    <name>ProgressLine</name>
    <message>
        <source>Progress of the translation</source>
        <translation>翻译进度</translation>
    </message>
</context>
<context>
    <name>Quality</name>
    <message>
        <source>Fast</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Takes the likeliest next word each time. For slow computers and long texts.</source>
        <translation>每次直接选取可能性最大的词。适合较慢的电脑和较长的文本。</translation>
    </message>
    <message>
        <source>Weighs 4 versions of each sentence. Takes up to twice as long as Fast.</source>
        <translation>每句比较 4 种译法。用时最多为“快速”的两倍。</translation>
    </message>
    <message>
        <source>Weighs 8 versions of each sentence. Takes about twice as long as Balanced.</source>
        <translation>每句比较 8 种译法。用时约为“均衡”的两倍。</translation>
    </message>
</context>
<context>
    <name>ReportPane</name>
    <message>
        <source>Save report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Save what became of the sentences as a JSON file</source>
        <translation>将各句的翻译情况保存为 JSON 文件</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>What became of the document</source>
        <translation>文档的翻译情况</translation>
    </message>
    <message>
        <source>“{name}”: {problem}</source>
        <translation>“{name}”：{problem}</translation>
    </message>
    <message>
        <source>“{name}”: {result}</source>
        <translation>“{name}”：{result}</translation>
    </message>
    <message>
        <source>JSON files</source>
        <translation>JSON 文件</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Reset all settings</source>
        <translation>重置全部设置</translation>
    </message>
    <message>
        <source>Set everything on this page back to what it was at first?</source>
        <translation>要将此页的全部设置恢复为默认值吗？</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重置(&amp;R)</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source> px</source>
        <translation> 像素</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> 个字符</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Delete all h&amp;istory…</source>
        <translation>删除全部历史记录(&amp;I)…</translation>
    </message>
    <message>
        <source>Copy co&amp;mmand</source>
        <translation>复制命令(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Reset all settings…</source>
        <translation>重置全部设置(&amp;R)…</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>&amp;Language of the interface</source>
        <translation>界面语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>配色(&amp;C)</translation>
    </message>
    <message>
        <source>Te&amp;xt size</source>
        <translation>文字大小(&amp;X)</translation>
    </message>
    <message>
        <source>Translate while &amp;typing</source>
        <translation>边输入边翻译(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Join wrapped lines</source>
        <translation>合并被硬换行拆开的段落(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Processor cores to use</source>
        <translation>使用的处理器核心数(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Keep a history</source>
        <translation>保存历史记录(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Entries to keep at most</source>
        <translation>最多保存的记录数(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Watch the clipboard</source>
        <translation>监视剪贴板(&amp;W)</translation>
    </message>
    <message>
        <source>Longest text to take &amp;unasked</source>
        <translation>自动翻译的最大长度(&amp;U)</translation>
    </message>
    <message>
        <source>Copy the translation &amp;back to the clipboard</source>
        <translation>将译文复制回剪贴板(&amp;B)</translation>
    </message>
    <message>
        <source>Proxy f&amp;or downloads</source>
        <translation>下载代理(&amp;O)</translation>
    </message>
    <message>
        <source>Keep running in the tra&amp;y when the window is closed</source>
        <translation>关闭窗口后在系统托盘中继续运行(&amp;Y)</translation>
    </message>
    <message>
        <source>To translate the clipboard by a key from anywhere, bind the key to this command in the keyboard settings of your desktop. Under Wayland this is the only way:</source>
        <translation>若要在任何程序中按快捷键翻译剪贴板，请在桌面的键盘设置里为以下命令绑定快捷键（Wayland 下只能这样设置）：</translation>
    </message>
    <message>
        <source>Paragraphs from mails and PDFs, cut into short lines, are translated as a whole wherever that is certain.</source>
        <translation>邮件或 PDF 中被拆成短行的段落，在能够确定时会作为一个整体翻译。</translation>
    </message>
    <message>
        <source>Counts from the next start.</source>
        <translation>下次启动时生效。</translation>
    </message>
    <message>
        <source>Stays on this computer. Starred entries are kept beyond the limit.</source>
        <translation>仅保存在本机。加星标的记录不受数量限制。</translation>
    </message>
    <message>
        <source>Whatever you copy elsewhere is translated at once. What password managers mark as secret is left alone.</source>
        <translation>在其他程序中复制的文字会立即翻译。密码管理器标记为机密的内容不会读取。</translation>
    </message>
    <message>
        <source>Only where the desktop has a tray.</source>
        <translation>仅适用于带有系统托盘的桌面。</translation>
    </message>
    <message>
        <source>Such as http://localhost:3128. Yiwen uses the network only when you download a model; without an address it goes the way of the system.</source>
        <translation>例如 http://localhost:3128。只有在您下载模型时，Yiwen 才会联网；不填写则使用系统的代理。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>SourcePane</name>
    <message>
        <source>Length of the text</source>
        <translation>原文长度</translation>
    </message>
    <message>
        <source>Cleared. {key} brings it back.</source>
        <translation>已清空，按 {key} 可恢复。</translation>
    </message>
    <message>
        <source>1 word</source>
        <translation>1 个词</translation>
    </message>
    <message>
        <source>{count} words</source>
        <translation>{count} 个词</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>1 个字符</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} 个字符</translation>
    </message>
    <message>
        <source>1 sentence</source>
        <translation>1 句</translation>
    </message>
    <message>
        <source>{count} sentences</source>
        <translation>{count} 句</translation>
    </message>
</context>
<context>
    <name>SourceView</name>
    <message>
        <source>Type or paste English text…</source>
        <translation>输入或粘贴英文…</translation>
    </message>
    <message>
        <source>Type or paste Chinese text…</source>
        <translation>输入或粘贴中文…</translation>
    </message>
    <message>
        <source>Type or paste text ({language})…</source>
        <translation>输入或粘贴文字（{language}）…</translation>
    </message>
    <message>
        <source>Text to translate</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Type, paste or drop a text or a text file here.</source>
        <translation>在此输入或粘贴文字，也可以拖入文字或文本文件。</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Last translation</source>
        <translation>上次翻译</translation>
    </message>
    <message>
        <source>{done} of {total} sentences</source>
        <translation>已完成 {done}/{total} 句</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done}/{total}</translation>
    </message>
    <message>
        <source>under 0.01 s</source>
        <translation>不到 0.01 秒</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>1 sentence</source>
        <translation>1 句</translation>
    </message>
    <message>
        <source>{count} sentences</source>
        <translation>{count} 句</translation>
    </message>
    <message>
        <source>Loading the translation model…</source>
        <translation>正在加载翻译模型…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Translating…</source>
        <translation>正在翻译…</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Out of date</source>
        <translation>译文已过时</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>出错</translation>
    </message>
    <message>
        <source>No translation model</source>
        <translation>没有翻译模型</translation>
    </message>
    <message>
        <source>Changing the translation model…</source>
        <translation>正在切换翻译模型…</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
</context>
<context>
    <name>StorageNotice</name>
    <message>
        <source>Yiwen cannot write to its folder, so history and settings are not kept. Translating works as usual.</source>
        <translation>译文无法写入自己的文件夹，因此不会保存历史记录和设置。翻译照常可用。</translation>
    </message>
</context>
<context>
    <name>TargetView</name>
    <message>
        <source>The translation appears here…</source>
        <translation>译文将显示在这里…</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>Out of date: the text was changed after it was translated.</source>
        <translation>已过时：翻译之后原文又有改动。</translation>
    </message>
    <message>
        <source>Can be read and selected, but not changed.</source>
        <translation>可以阅读和选择，但不能修改。</translation>
    </message>
    <message>
        <source>&amp;Other translations of this sentence…</source>
        <translation>这句话的其他译法(&amp;O)…</translation>
    </message>
</context>
<context>
    <name>TextPage</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Divider between the panes</source>
        <translation>两栏之间的分隔线</translation>
    </message>
    <message>
        <source>The arrow keys move it.</source>
        <translation>用方向键移动。</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Yiwen</source>
        <translation>Yiwen</translation>
    </message>
    <message>
        <source>&amp;Hide Yiwen</source>
        <translation>隐藏 Yiwen(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Show Yiwen</source>
        <translation>显示 Yiwen(&amp;S)</translation>
    </message>
</context>
<context>
    <name>UnfinishedNotice</name>
    <message>
        <source>1 document was not finished last time.</source>
        <translation>上次有 1 个文档没有译完。</translation>
    </message>
    <message>
        <source>{count} documents were not finished last time.</source>
        <translation>上次有 {count} 个文档没有译完。</translation>
    </message>
    <message>
        <source>Go on with the&amp;m</source>
        <translation>继续翻译(&amp;M)</translation>
    </message>
    <message>
        <source>Go on where it was</source>
        <translation>从停下的地方继续</translation>
    </message>
</context>
</TS>
