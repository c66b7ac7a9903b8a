"""Makes what users install: the frozen folder, and one installer around it for each system."""
