import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/**
 * Minimum contrast of text, and of parts that must be distinguished from their background (WCAG 2.2, 1.4.3 and
 * 1.4.11).
 */
const MIN_TEXT_CONTRAST = 4.5;
const MIN_SHAPE_CONTRAST = 3;

const BACKGROUNDS = ['paper', 'surface', 'sunken'] as const;
const TINTS = ['books', 'pyqs', 'instruments', 'essentials', 'electronics', 'others'] as const;

type Pair = readonly [front: string, background: string];

const TEXT_PAIRS: readonly Pair[] = [
	...BACKGROUNDS.flatMap((background): Pair[] => [
		['ink', background],
		['ink-soft', background],
		['link', background],
		['bad', background],
		['good', background],
	]),
	...TINTS.flatMap((tint): Pair[] => [
		['ink', tint],
		['ink-soft', tint],
	]),
	['on-accent', 'accent'],
	['on-accent', 'accent-strong'],
	['ink', 'accent-wash'],
	['ink-soft', 'accent-wash'],
	['ink', 'bad-wash'],
	['bad', 'bad-wash'],
	['ink-soft', 'bad-wash'],
	['on-bad', 'bad'],
	['paper', 'ink'],
	['on-scrim', 'scrim'],
];

const SHAPE_PAIRS: readonly Pair[] = [
	['edge', 'paper'],
	['edge', 'surface'],
	...BACKGROUNDS.map((background): Pair => ['link', background]),
];

const styles = readFileSync(new URL('../web/styles/theme.css', import.meta.url), 'utf8');
const tokens = new Map(
	[...styles.matchAll(/--color-([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
		name,
		value.trim(),
	]),
);

/** The colour of a token in one theme, as '#rrggbb'. */
function colourOf(token: string, theme: Theme): string {
	const value = tokens.get(token) ?? '';
	const pair = /^light-dark\((#\w{6}),\s*(#\w{6})\)$/.exec(value);
	const colour = pair ? pair[theme === 'light' ? 1 : 2] : value;
	if (!colour || !/^#\w{6}$/.test(colour))
		throw new Error(`--color-${token} is no colour: ${value}`);
	return colour;
}

/** Relative luminance, 0 to 1 (WCAG 2.2, definition). */
function luminanceOf(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
		const channel = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
		return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

describe.each(THEMES)('colours of the %s theme', (theme) => {
	test.each(TEXT_PAIRS)('text in the colour %s has enough contrast on %s', (text, background) => {
		const contrast = contrastOf(colourOf(text, theme), colourOf(background, theme));

		expect(contrast).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
	});

	test.each(SHAPE_PAIRS)(
		'shapes in the colour %s have enough contrast on %s',
		(shape, background) => {
			const contrast = contrastOf(colourOf(shape, theme), colourOf(background, theme));

			expect(contrast).toBeGreaterThanOrEqual(MIN_SHAPE_CONTRAST);
		},
	);
});
