import { type Place, slope, studio, TINTS } from './backdrops.ts';
import type { Drawing } from './drawing.ts';
import { DRAWINGS } from './drawings.ts';
import { extraOf } from './extras.ts';
import { desk, room, yard } from './floors.ts';
import { paintOf } from './palette.ts';
import type { DemoPicture } from './picture.ts';
import { layers, place } from './shapes.ts';
import { bedSheet, deskFromAbove, mosaic } from './tabletops.ts';

const GRADIENTS = layers(
	'<radialGradient id="ground"><stop offset="0" stop-color="#161a33" stop-opacity=".24"/><stop offset="1" stop-color="#161a33" stop-opacity="0"/></radialGradient>',
	'<linearGradient id="sheen" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".22"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/></linearGradient>',
	'<linearGradient id="lamplight" x2="0" y2="1"><stop offset="0" stop-color="#fff3c4" stop-opacity=".85"/><stop offset="1" stop-color="#fff3c4" stop-opacity="0"/></linearGradient>',
	'<radialGradient id="vignette" cx=".5" cy=".45" r=".75"><stop offset=".6" stop-color="#161a33" stop-opacity="0"/><stop offset="1" stop-color="#161a33" stop-opacity=".075"/></radialGradient>',
);

/** The picture as an SVG document of 960 × 720 pixels, or 720 × 960 when upright. */
export function sceneOf(picture: DemoPicture): string {
	const [width, height] = picture.upright ? [300, 400] : [400, 300];
	const setting: Place = {
		width,
		height,
		tint: TINTS[picture.category],
		seed: seedOf(picture),
		paint: paintOf(picture.palette),
	};
	return layers(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2.4}" height="${height * 2.4}" viewBox="0 0 ${width} ${height}">`,
		`<defs>${GRADIENTS}</defs>`,
		VIEWS[picture.view](DRAWINGS[picture.drawing], picture.variant, setting),
		`<rect width="${width}" height="${height}" fill="url(#vignette)"/>`,
		'</svg>',
	);
}

/** A small number that is always the same for the same picture. */
function seedOf({ drawing, palette, variant }: DemoPicture): number {
	const letters = [...`${drawing}${palette}${variant}`];
	return letters.reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
}

type Shown = (drawing: Drawing, variant: number, setting: Place) => string;

const VIEWS: Record<DemoPicture['view'], Shown> = {
	front: (drawing, variant, setting) =>
		layers(
			studio(setting),
			middle(setting, size(drawing, setting), drawing.draw(setting.paint, variant)),
		),
	close,
	other: (drawing, variant, setting) =>
		layers(
			slope(setting),
			drawing.other
				? middle(setting, size(drawing, setting), drawing.other(setting.paint, variant))
				: mirrored(drawing, setting, drawing.draw(setting.paint, variant)),
		),
	desk: (drawing, variant, setting) =>
		drawing.rests === 'stands'
			? layers(desk(setting), standing(drawing, setting, 0.82, variant))
			: layers(deskFromAbove(setting), lying(drawing, setting, variant)),
	room: (drawing, variant, setting) =>
		drawing.rests === 'stands'
			? layers(room(setting), standing(drawing, setting, 0.88, variant))
			: layers(bedSheet(setting), lying(drawing, setting, variant)),
	yard: (drawing, variant, setting) =>
		drawing.rests === 'stands'
			? layers(yard(setting), standing(drawing, setting, 0.92, variant))
			: layers(mosaic(setting), lying(drawing, setting, variant)),
	kit,
};

function close(drawing: Drawing, variant: number, setting: Place): string {
	const { width, height, seed, paint } = setting;
	const [x, y] = drawing.detail;
	return layers(
		slope({ ...setting, seed: seed + 1 }),
		`<g transform="translate(${width / 2} ${height / 2}) rotate(${seed % 2 === 0 ? -9 : 7}) scale(2.1) translate(${-x} ${-y})">`,
		drawing.draw(paint, variant),
		'</g>',
	);
}

function kit(drawing: Drawing, variant: number, setting: Place): string {
	const { width, height, paint } = setting;
	const extra = extraOf(drawing.comesWith, paint);
	const drawn = drawing.draw(paint, variant);
	return layers(
		studio({ ...setting, seed: setting.seed + 2 }),
		width > height
			? layers(
					place(-22, height / 2 - 118, 0.8, drawn),
					place(width - 128, height / 2 - 58, 0.98, extra),
				)
			: layers(place(-66, 16, 1, drawn), place(172, 222, 0.98, extra)),
	);
}

/** How large a drawing of 400 × 300 is shown, so that it fills the picture without touching its edges. */
function size(drawing: Drawing, { width, height }: Place): number {
	if (width > height) return 1;
	return drawing.narrow ? 1.3 : 0.9;
}

function middle({ width, height }: Place, scale: number, markup: string, degrees = 0): string {
	return `<g transform="translate(${width / 2} ${height / 2}) rotate(${degrees}) scale(${scale}) translate(-200 -150)">${markup}</g>`;
}

function mirrored(drawing: Drawing, setting: Place, markup: string): string {
	const scale = size(drawing, setting) * 0.9;
	const degrees = drawing.rests === 'lies' ? 64 : 0;
	return `<g transform="translate(${setting.width / 2} ${setting.height / 2}) rotate(${degrees}) scale(${-scale} ${scale}) translate(-200 -150)">${markup}</g>`;
}

/** On the floor of a backdrop: what a drawing calls its ground, 250, comes to 42 above the bottom. */
function standing(drawing: Drawing, setting: Place, share: number, variant: number): string {
	const { width, height, paint } = setting;
	const scale = size(drawing, setting) * share;
	return `<g transform="translate(${width / 2} ${height - 42}) scale(${scale}) translate(-200 -250)">${drawing.draw(paint, variant)}</g>`;
}

function lying(drawing: Drawing, setting: Place, variant: number): string {
	const degrees = setting.seed % 3 === 0 ? -16 : 13;
	return middle(
		setting,
		size(drawing, setting) * 0.88,
		drawing.draw(setting.paint, variant),
		degrees,
	);
}
