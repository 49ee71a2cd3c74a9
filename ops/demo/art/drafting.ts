import type { Drawing } from './drawing.ts';
import {
	disc,
	drop,
	fill,
	INK,
	INK_SOFT,
	layers,
	light,
	line,
	PAPER,
	rect,
	ring,
	STEEL,
	STEEL_SOFT,
	shade,
	times,
	turn,
} from './shapes.ts';

export const miniDrafter: Drawing = {
	rests: 'lies',
	detail: [150, 110],
	comesWith: 'pouch',
	draw: (paint) =>
		turn(
			-4,
			200,
			150,
			line('M100 74l96-38 92 54M104 88l96-38 84 52', '#161a3322', 9),
			line('M96 68l98-40 98 60', paint.main, 10),
			line('M112 84l84-36 80 52', paint.deep, 7),
			rect(62, 46, 60, 46, 8, INK),
			rect(70, 54, 44, 12, 4, INK_SOFT),
			disc(92, 80, 9, STEEL_SOFT),
			disc(194, 38, 17, INK_SOFT),
			disc(194, 38, 9, paint.accent),
			disc(292, 104, 34, INK),
			disc(292, 104, 27, paint.main),
			times(
				16,
				(index) =>
					`<path d="M292 80v6" stroke="#fff" stroke-width="2" transform="rotate(${index * 22.5} 292 104)"/>`,
			),
			disc(292, 104, 12, STEEL_SOFT),
			turn(
				8,
				292,
				104,
				drop(278, 120, 28, 150, 4),
				scale(278, 124, 28, 150, true),
				drop(96, 120, 180, 28, 4),
				scale(100, 118, 180, 28, false),
			),
		),
};

/** A transparent rule with a mark every six units, every fifth one longer. */
function scale(x: number, y: number, width: number, height: number, upright: boolean): string {
	const marks = Math.floor((upright ? height : width) / 6) - 1;
	const path = Array.from({ length: marks }, (_, index) => {
		const long = index % 5 === 0 ? 12 : 7;
		return upright ? `M${x} ${y + 6 + index * 6}h${long}` : `M${x + 6 + index * 6} ${y}v${long}`;
	}).join('');
	return layers(
		`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="#fffdf0" fill-opacity=".88" stroke="#9cb9ad" stroke-width="2"/>`,
		`<path d="${path}" stroke="${INK}" stroke-width="1.6"/>`,
	);
}

export const setSquares: Drawing = {
	rests: 'lies',
	detail: [150, 180],
	comesWith: 'pouch',
	draw: (paint) =>
		layers(
			turn(
				8,
				200,
				150,
				`<path d="M70 226V46l206 180zM112 188v-48l56 48z" fill="${paint.accent}" fill-opacity=".75" fill-rule="evenodd" stroke="${paint.accentDeep}" stroke-width="3" stroke-linejoin="round"/>`,
				marksUp(70, 60, 26),
			),
			turn(
				-12,
				260,
				160,
				`<path d="M178 240h154V86zM252 208h50v-50z" fill="${paint.main}" fill-opacity=".72" fill-rule="evenodd" stroke="${paint.deep}" stroke-width="3" stroke-linejoin="round"/>`,
				light('M190 238h138v-136l-6 6v124h-126z', 0.4),
			),
			turn(-12, 200, 250, scale(60, 244, 270, 26, false)),
			turn(
				8,
				140,
				92,
				`<path d="M196 96a62 62 0 0 1 124 0zM226 84h64a34 34 0 0 0-64 0z" fill="#fffdf0" fill-opacity=".8" fill-rule="evenodd" stroke="${STEEL}" stroke-width="2.500"/>`,
				times(
					11,
					(index) =>
						`<path d="M258 36v8" stroke="${INK}" stroke-width="1.600" transform="rotate(${index * 15 - 75} 258 96)"/>`,
				),
			),
		),
};

function marksUp(x: number, y: number, count: number): string {
	const path = Array.from(
		{ length: count },
		(_, index) => `M${x} ${y + index * 6}h${index % 5 === 0 ? 12 : 7}`,
	).join('');
	return `<path d="${path}" stroke="${INK}" stroke-width="1.600"/>`;
}

export const compassBox: Drawing = {
	rests: 'lies',
	detail: [180, 190],
	comesWith: 'pens',
	draw: (paint) =>
		turn(
			-4,
			200,
			150,
			drop(58, 40, 284, 220, 12),
			rect(58, 40, 284, 102, 12, paint.deep),
			rect(64, 46, 272, 90, 8, paint.main),
			light('M72 46h110L90 136H72a8 8 0 0 1-8-8V54a8 8 0 0 1 8-8z', 0.16),
			disc(200, 90, 26, paint.accent),
			line('M200 74l-12 32M200 74l12 32M193 94h14', PAPER, 4),
			rect(58, 144, 284, 116, 12, paint.deep),
			rect(66, 152, 268, 100, 7, '#f4ecd9'),
			rect(58, 138, 284, 9, 3, STEEL),
			turn(
				82,
				134,
				200,
				line('M134 150l-20 92M134 150l22 84', STEEL, 8),
				disc(134, 150, 10, INK),
				line('M134 138v-10', STEEL_SOFT, 7),
				line('M114 242l-2 8', INK, 4),
				fill('M150 226h12l-4 22z', paint.accent),
			),
			turn(
				90,
				276,
				176,
				line('M276 130l-8 84M276 130l8 84', STEEL_SOFT, 7),
				disc(276, 130, 8, paint.accentDeep),
			),
			scale(84, 226, 150, 20, false),
			rect(250, 206, 40, 22, 5, '#e9a9b6'),
			rect(250, 206, 22, 22, 5, '#6aa5e0'),
			rect(300, 200, 22, 34, 5, STEEL_SOFT),
			ring(311, 212, 5, INK, 3),
			shade('M66 152h268v7H66z', 0.12),
		),
};
