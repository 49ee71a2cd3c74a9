import type { Drawing } from './drawing.ts';
import {
	atEach,
	disc,
	drop,
	fill,
	ground,
	INK,
	INK_SOFT,
	layers,
	light,
	line,
	PAPER,
	rect,
	ring,
	STEEL,
	STEEL_PALE,
	STEEL_SOFT,
	times,
	turn,
	WOOD,
	WOOD_DEEP,
} from './shapes.ts';

export const guitar: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [190, 190],
	comesWith: 'pouch',
	draw: (paint, variant) =>
		layers(
			ground(186, 256, 74),
			`<g transform="translate(34 44) scale(.83)">`,
			turn(
				14,
				200,
				180,
				fill(
					'M200 122q-42-8-50 26-4 22 4 34-26 12-26 42 0 48 72 48t72-48q0-30-26-42 8-12 4-34-8-34-50-26z',
					WOOD_DEEP,
				),
				fill(
					'M200 118q-42-8-48 26-4 22 4 34-26 12-26 42 0 46 70 46t70-46q0-30-26-42 8-12 4-34-6-34-48-26z',
					variant % 2 === 0 ? WOOD : paint.main,
				),
				light('M164 132q-10 14 2 42-24 14-24 44 0 20 16 30-20-40 12-76-10-26-2-44z', 0.3),
				disc(200, 176, 23, WOOD_DEEP),
				disc(200, 176, 18, '#3a2417'),
				rect(188, 2, 24, 170, 2, '#4a2f1f'),
				times(9, (index) => line(`M189 ${22 + index * 15}h22`, '#d9b98a', 2)),
				fill('M182-30h36l-5 34h-26z', variant % 2 === 0 ? paint.main : WOOD_DEEP),
				...[-22, -12, -2].map((y) =>
					layers(disc(178, y, 5, STEEL_SOFT), disc(222, y, 5, STEEL_SOFT)),
				),
				rect(176, 226, 48, 11, 4, '#4a2f1f'),
				line('M194 0v228M200 0v228M206 0v228', '#f3ead8', 1.3),
				fill('M222 182q26 0 26 26-16 6-30-8z', paint.accentDeep),
			),
			'</g>',
		),
};

export const boardGame: Drawing = {
	rests: 'lies',
	narrow: true,
	detail: [200, 150],
	comesWith: 'pouch',
	draw: (paint, variant) =>
		turn(
			variant % 2 === 0 ? 10 : -8,
			200,
			150,
			drop(82, 32, 236, 236, 8),
			rect(82, 32, 236, 236, 8, WOOD_DEEP),
			rect(96, 46, 208, 208, 3, '#f1dcb6'),
			variant % 2 === 0 ? chess(paint.deep) : carrom(paint.main),
		),
};

function chess(dark: string): string {
	return layers(
		times(32, (index) =>
			rect(
				96 + ((index % 4) * 2 + (Math.floor(index / 4) % 2)) * 26,
				46 + Math.floor(index / 4) * 26,
				26,
				26,
				0,
				dark,
			),
		),
		atEach(
			[
				[0, 0],
				[2, 0],
				[5, 1],
				[6, 0],
				[3, 3],
			],
			(x, y) =>
				layers(
					disc(110 + x * 26, 61 + y * 26, 10, '#161a3340'),
					disc(109 + x * 26, 59 + y * 26, 9, INK),
					disc(109 + x * 26, 57 + y * 26, 5, INK_SOFT),
				),
		),
		atEach(
			[
				[1, 7],
				[4, 6],
				[4, 4],
				[6, 7],
				[2, 5],
			],
			(x, y) =>
				layers(
					disc(110 + x * 26, 61 + y * 26, 10, '#161a3340'),
					disc(109 + x * 26, 59 + y * 26, 9, PAPER),
					disc(109 + x * 26, 57 + y * 26, 5, STEEL_PALE),
				),
		),
	);
}

function carrom(colour: string): string {
	return layers(
		atEach(
			[
				[112, 62],
				[288, 62],
				[112, 238],
				[288, 238],
			],
			(x, y) => disc(x, y, 11, '#2a1a10'),
		),
		line('M140 78h120M140 222h120M124 94v112M276 94v112', colour, 4),
		ring(200, 150, 40, colour, 4),
		...[0, 60, 120, 180, 240, 300].map((degrees, index) =>
			turn(degrees, 200, 150, disc(200, 131, 9, index % 2 === 0 ? INK : PAPER)),
		),
		disc(200, 150, 9, '#c9342c'),
		disc(238, 208, 13, colour),
		ring(238, 208, 7, PAPER, 2),
	);
}

export const camera: Drawing = {
	rests: 'stands',
	detail: [200, 170],
	comesWith: 'pouch',
	draw: (paint) =>
		layers(
			ground(200, 248, 126),
			line('M88 128q-40-70 40-94t150 20 34 80', paint.accent, 9),
			rect(142, 82, 96, 40, 12, INK),
			rect(80, 104, 240, 142, 20, INK),
			rect(80, 104, 240, 34, 16, INK_SOFT),
			rect(80, 150, 240, 62, 0, paint.main),
			disc(200, 176, 66, STEEL),
			disc(200, 176, 60, INK),
			ring(200, 176, 50, INK_SOFT, 4),
			disc(200, 176, 40, '#10131b'),
			disc(200, 176, 27, '#3a4f7a'),
			disc(200, 176, 14, '#182338'),
			disc(186, 162, 9, '#cfe0ff'),
			rect(94, 90, 36, 16, 6, STEEL),
			rect(264, 94, 34, 12, 5, '#e2604a'),
			rect(176, 90, 30, 16, 4, '#fff3c9'),
			disc(298, 122, 5, '#f5aa1c'),
		),
};
