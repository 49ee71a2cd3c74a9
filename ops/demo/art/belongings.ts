import type { Drawing } from './drawing.ts';
import {
	disc,
	fill,
	ground,
	INK,
	layers,
	light,
	line,
	oval,
	rect,
	STEEL,
	STEEL_PALE,
	STEEL_SOFT,
	shade,
	turn,
	WOOD_DEEP,
} from './shapes.ts';

export const bucket: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [170, 150],
	comesWith: 'pouch',
	draw: (paint) =>
		layers(
			ground(190, 252, 100),
			ground(306, 252, 44),
			line('M92 108q2-76 92-78t94 78', STEEL, 5),
			rect(164, 24, 42, 13, 6, paint.accent),
			fill('M92 104h188l-22 136a12 12 0 0 1-12 11H126a12 12 0 0 1-12-11z', paint.main),
			light('M108 118h26l10 130h-18a12 12 0 0 1-12-11z', 0.3),
			shade('M234 112h44l-20 128a12 12 0 0 1-12 11h-24z', 0.14),
			oval(186, 104, 96, 17, paint.deep),
			oval(186, 104, 84, 11, '#a9d4f0'),
			line('M104 150q82 14 164 0', paint.deep, 4),
			line('M340 196q30 0 26 24t-30 18', paint.accent, 8),
			fill('M264 182h84l-6 62a8 8 0 0 1-8 8h-56a8 8 0 0 1-8-8z', paint.accent),
			light('M272 188h12l4 60h-6a8 8 0 0 1-6-6z', 0.35),
			oval(306, 182, 43, 9, paint.accentDeep),
		),
};

export const umbrella: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [180, 110],
	comesWith: 'pouch',
	draw: (paint) =>
		layers(
			ground(206, 254, 90),
			turn(
				10,
				200,
				150,
				line('M200 58v158q0 26-22 26t-20-22', WOOD_DEEP, 8),
				line('M200 60v100', STEEL, 5),
				fill(
					'M58 150Q70 42 200 40t142 110q-24-22-47 0-24-22-48 0-24-22-47 0-24-22-48 0-24-22-47 0-23-22-47 0z',
					paint.main,
				),
				fill('M152 150Q152 60 200 40q48 20 47 110-24-22-47 0-24-22-48 0z', paint.accent),
				fill('M58 150Q70 60 200 40q-84 30-95 110-23-22-47 0z', paint.deep),
				light('M112 132q10-58 62-80-34 34-40 82z', 0.25),
				line('M200 40V28', INK, 6),
				line('M105 150q10-80 95-110M295 150Q285 70 200 40', paint.deep, 2.5),
			),
		),
};

export const plant: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [200, 110],
	comesWith: 'bill',
	draw: (paint, variant) =>
		layers(
			ground(200, 254, 66),
			...[-52, -30, 30, 54, -10, 12].map((degrees, index) =>
				turn(
					degrees,
					200,
					186,
					fill('M200 188q-30-60 0-146q30 86 0 146z', index % 2 === 0 ? '#3f9b6c' : '#2f7d57'),
					line('M200 184V74', variant % 2 === 0 ? '#8fd0a8' : '#d9e88f', 3),
				),
			),
			fill('M142 176h116l-12 66a14 14 0 0 1-14 12h-64a14 14 0 0 1-14-12z', paint.main),
			light('M154 180h18l6 70h-8a14 14 0 0 1-12-10z', 0.3),
			rect(134, 166, 132, 22, 7, paint.deep),
			rect(134, 164, 132, 18, 7, paint.soft),
			line('M152 212q12-12 24 0t24 0 24 0 24 0', paint.accent, 5),
		),
};

export const shoes: Drawing = {
	rests: 'stands',
	detail: [160, 180],
	comesWith: 'box',
	draw: (paint) =>
		layers(
			ground(200, 248, 150),
			`<g transform="translate(44 -34)" opacity=".96">${shoe(paint.deep, paint.second, paint.accent)}</g>`,
			shoe(paint.main, paint.second, paint.accent),
		),
};

function shoe(body: string, second: string, accent: string): string {
	return layers(
		fill('M64 152q20 14 46 0 36 46 96 50 66 4 70 34v4H64z', body),
		fill('M206 202q66 4 70 34v4h-70z', second),
		line('M70 158q14 8 32 2', INK, 7),
		line('M114 184l16-13M128 195l17-13M144 204l17-12', STEEL_PALE, 6),
		line('M82 224q50-40 96-6', accent, 9),
		fill('M56 236h224v6a10 10 0 0 1-10 10H66a10 10 0 0 1-10-10z', '#fbfcff'),
		line('M64 246h208', STEEL_SOFT, 3),
		disc(82, 188, 6, second),
	);
}
