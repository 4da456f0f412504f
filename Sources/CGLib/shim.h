#pragma once
#include <glib.h>

// GLib's headers also come in through Pango's module, which hides their enumeration constants from this one.
static const GOptionArg replay_option_flag = G_OPTION_ARG_NONE;
static const GOptionArg replay_option_values = G_OPTION_ARG_FILENAME_ARRAY;
