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
	pick,
	rect,
	STEEL,
	STEEL_PALE,
	STEEL_SOFT,
	shade,
	times,
	turn,
	WOOD,
	WOOD_DEEP,
} from './shapes.ts';

export const GOLD = '#e8c15a';

export const circuitBoard: Drawing = {
	rests: 'lies',
	detail: [250, 150],
	comesWith: 'box',
	draw: (paint, variant) =>
		turn(
			variant % 2 === 0 ? -9 : 7,
			200,
			150,
			drop(84, 68, 232, 164, 14),
			rect(84, 68, 232, 164, 14, paint.deep),
			rect(84, 68, 232, 158, 14, paint.main),
			line('M150 110h60v40h40M150 124h44v52h60M170 196h60l20-24M214 92v30h70', paint.soft, 3),
			atEach(
				[
					[100, 84],
					[300, 84],
					[100, 210],
					[300, 210],
				],
				(x, y) => layers(disc(x, y, 8, GOLD), disc(x, y, 4, paint.deep)),
			),
			rect(68, 92, 62, 46, 4, STEEL_SOFT),
			light('M68 92h62v12H68z', 0.5),
			rect(74, 172, 48, 34, 4, INK),
			rect(186, 144, 84, 34, 3, INK),
			times(9, (index) =>
				layers(
					rect(190 + index * 9, 138, 4, 7, 0, STEEL_PALE),
					rect(190 + index * 9, 177, 4, 7, 0, STEEL_PALE),
				),
			),
			disc(194, 161, 3.5, STEEL),
			header(142, 72, 15),
			header(150, 208, 14),
			disc(160, 128, 12, STEEL_SOFT),
			disc(160, 128, 7, STEEL_PALE),
			rect(268, 104, 18, 18, 3, pick(['#e2604a', '#f5aa1c'], variant)),
			disc(236, 112, 4, '#9dfbc8'),
			variant % 2 === 0
				? ''
				: layers(rect(226, 96, 46, 36, 3, STEEL_SOFT), line('M234 106h30M234 114h20', STEEL, 3)),
		),
};

function header(x: number, y: number, pins: number): string {
	return layers(
		rect(x, y, pins * 10, 14, 2, INK),
		times(pins, (index) => rect(x + 3 + index * 10, y + 4, 5, 5, 1, INK_SOFT)),
	);
}

const WIRES = ['#e2604a', '#f5aa1c', '#2b5fd0', '#3f9b6c', '#7d4482'] as const;

export const breadboard: Drawing = {
	rests: 'lies',
	detail: [180, 130],
	comesWith: 'box',
	draw: (paint, variant) =>
		turn(
			variant % 2 === 0 ? 6 : -8,
			200,
			150,
			drop(58, 80, 284, 142, 8),
			rect(58, 80, 284, 142, 8, '#ddd6c6'),
			rect(58, 80, 284, 137, 8, '#f8f4ea'),
			line('M70 90h260M70 208h260', '#e2604a', 2.5),
			line('M70 106h260M70 192h260', '#2b5fd0', 2.5),
			rect(66, 145, 268, 8, 0, '#e4ddcd'),
			times(25, (column) =>
				times(8, (row) =>
					rect(
						72 + column * 10.4,
						[95, 112, 122, 132, 159, 169, 179, 197][row] ?? 95,
						4,
						4,
						1,
						'#b9b09c',
					),
				),
			),
			rect(150, 138, 62, 22, 3, INK),
			disc(157, 149, 3, STEEL),
			times(6, (index) => line(`M${156 + index * 10} 137v-4M${156 + index * 10} 161v4`, STEEL, 3)),
			times(4, (index) => {
				const from = 84 + index * 52;
				const colour = pick(WIRES, index + variant);
				return line(
					`M${from} ${index % 2 === 0 ? 98 : 172}C${from + 10} ${30 + index * 14} ${from + 66} ${56 + index * 22} ${from + 62} ${index % 2 === 0 ? 122 : 198}`,
					colour,
					5,
				);
			}),
			line('M258 124h14M296 124h12', STEEL, 3),
			rect(270, 117, 28, 14, 6, WOOD),
			line('M278 118v12M285 118v12', paint.accentDeep, 3.5),
			fill('M238 162v-14a11 11 0 0 1 22 0v14z', paint.accent),
			light('M242 160v-12a7 7 0 0 1 5-6v18z', 0.5),
			rect(235, 160, 28, 5, 2, paint.accentDeep),
		),
};

export const robotCar: Drawing = {
	rests: 'stands',
	detail: [230, 130],
	comesWith: 'charger',
	draw: (paint) =>
		layers(
			ground(200, 250, 140),
			rect(72, 166, 252, 26, 8, paint.deep),
			rect(72, 162, 252, 24, 8, paint.main),
			light('M80 166h236v5H80z', 0.35),
			...[116, 280].map((x) =>
				layers(
					disc(x, 210, 40, INK),
					disc(x, 210, 25, '#f5c45a'),
					times(5, (index) => turn(index * 72, x, 210, rect(x - 5, 190, 10, 20, 4, '#d99a1f'))),
					disc(x, 210, 7, STEEL_PALE),
				),
			),
			rect(118, 116, 100, 46, 5, '#1f7a6a'),
			rect(132, 128, 42, 20, 3, INK),
			header(126, 110, 8),
			rect(236, 120, 54, 42, 6, INK),
			rect(242, 126, 42, 14, 3, WOOD_DEEP),
			line('M160 110c-6-52 44-66 66-34s28 20 30 44', '#e2604a', 5),
			line('M176 110c0-34 40-44 56-20s22 14 36 30', '#2b5fd0', 5),
			rect(304, 120, 38, 44, 5, '#2b5fd0'),
			disc(324, 132, 9, STEEL_SOFT),
			disc(324, 152, 9, STEEL_SOFT),
			disc(324, 132, 5, INK),
			disc(324, 152, 5, INK),
			shade('M72 180h252v4a8 8 0 0 1-8 8H80a8 8 0 0 1-8-8z', 0.15),
			rect(64, 168, 14, 14, 3, paint.accent),
		),
};
