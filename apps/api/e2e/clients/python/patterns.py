"""What Python makes of the patterns of the description: which texts each of them matches."""

import json
import re
import sys
import warnings

# Python warns of classes that it will read in another way one day.
warnings.simplefilter("error")

given = json.load(sys.stdin)
expressions = [re.compile(pattern) for pattern in given["patterns"]]
json.dump([[bool(one.search(text)) for text in given["texts"]] for one in expressions], sys.stdout)
