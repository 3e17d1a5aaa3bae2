// SPDX-License-Identifier: MIT
// Text of any origin in XML and HTML.

#ifndef KIFU_BASE_XML_H
#define KIFU_BASE_XML_H

#include <kifu/kifu.h>

// Passes the text on so that it may stand between tags and in an attribute between double quotes.
// XML has no way to say most control characters: they become pictures, tabs and line breaks blanks,
// and what is no character U+FFFD. False: the sink stopped.
bool kf_xml_escape(kf_sink *sink, void *context, kf_text text);

#endif
