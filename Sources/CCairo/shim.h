#pragma once
#include <cairo.h>
#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>

// Cast macros of GObject are not imported.
static inline void replay_font_map_set_config(PangoFontMap *map, FcConfig *config) {
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
}
static inline cairo_scaled_font_t *replay_scaled_font(PangoFont *font) {
  return PANGO_IS_CAIRO_FONT(font) ? pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font)) : NULL;
}
static inline FcPattern *replay_font_pattern(PangoFont *font) {
  return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern(PANGO_FC_FONT(font)) : NULL;
}
static inline void replay_font_map_config_changed(PangoFontMap *map) {
  pango_fc_font_map_config_changed(PANGO_FC_FONT_MAP(map));
}
// An anonymous file in memory, closed on exec; glibc declares it only to GNU sources.
extern int memfd_create(const char *name, unsigned int flags);
static inline int replay_memory_file(void) { return memfd_create("font", 1u); }
// Flags of PangoGlyph that are cast macros in the header.
static const uint32_t replay_glyph_empty = 0x0FFFFFFFu;
static const uint32_t replay_glyph_unknown_flag = 0x10000000u;
