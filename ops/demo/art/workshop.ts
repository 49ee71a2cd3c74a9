import type { Drawing } from './drawing.ts';
import {
	disc,
	drop,
	fill,
	ground,
	INK,
	INK_SOFT,
	layers,
	light,
	line,
	oval,
	PAPER,
	pick,
	rect,
	STEEL,
	STEEL_SOFT,
	shade,
	times,
	turn,
	WOOD,
	WOOD_DEEP,
} from './shapes.ts';

export const labCoat: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [230, 130],
	comesWith: 'bill',
	draw: (paint) =>
		layers(
			oval(204, 270, 80, 8, 'rgba(22,26,51,.08)'),
			rect(158, 20, 84, 13, 6, WOOD_DEEP),
			rect(158, 18, 84, 11, 5, WOOD),
			disc(204, 24, 6, WOOD_DEEP),
			line('M200 52v-14q-2-14 8-14', STEEL, 5),
			line('M128 84l72-36 72 36', WOOD_DEEP, 8),
			fill(
				'M158 66l42 20 42-20 44 26 26 112-34 10-20-76 4 130q-62 14-124 0l4-130-20 76-34-10 26-112z',
				'#fbfcff',
			),
			shade('M258 138l4 130q-30 7-62 7V96l42-30 44 26 6 26q-14-12-26 2z', 0.06),
			line('M142 138l4-24M258 138l-4-24', STEEL_SOFT, 4),
			fill('M158 66l42 20-22 40-30-44zM242 66l-42 20 22 40 30-44z', '#e8edf6'),
			line('M178 126l-30-44 10-16M222 126l30-44-10-16', STEEL_SOFT, 3),
			fill('M176 64q24 22 48 0l-24 28z', paint.main),
			line('M200 96v178', STEEL_SOFT, 3),
			times(4, (index) => disc(208, 130 + index * 34, 4, STEEL)),
			line('M222 142h30v30q-15 8-30 0zM152 206h32v32h-32zM216 206h32v32h-32z', STEEL_SOFT, 3),
			rect(228, 128, 6, 28, 3, paint.accent),
			rect(238, 132, 6, 24, 3, paint.main),
		),
};

export const safetyHelmet: Drawing = {
	rests: 'stands',
	detail: [160, 150],
	comesWith: 'bill',
	draw: (paint) =>
		layers(
			ground(200, 246, 134),
			fill('M100 204q-6-120 100-124t104 124z', paint.main),
			shade('M214 80q92 10 90 124h-52q6-84-38-124z', 0.15),
			light('M120 178q0-66 48-84-24 36-24 84z', 0.4),
			fill('M184 74q18-8 38 0l8 130h-54z', paint.soft),
			line('M176 204l8-130M230 204l-8-130', paint.deep, 3),
			fill('M66 222q16-26 134-26t138 26q6 14-10 14H76q-16 0-10-14z', paint.deep),
			fill('M68 216q20-22 132-22t134 22q4 10-8 10H76q-12 0-8-10z', paint.main),
			rect(126, 146, 26, 8, 4, paint.deep),
			rect(250, 146, 26, 8, 4, paint.deep),
			disc(203, 150, 13, paint.accent),
		),
};

export const toolKit: Drawing = {
	rests: 'lies',
	detail: [200, 140],
	comesWith: 'box',
	draw: (paint) =>
		turn(
			-5,
			200,
			150,
			drop(54, 50, 292, 200, 14),
			rect(54, 50, 292, 200, 14, INK),
			rect(64, 60, 272, 180, 9, paint.deep),
			...[0, 1, 2, 3, 4].map((index) => {
				const x = 92 + index * 34;
				return layers(
					rect(x - 3, 78, 6, 74, 2, STEEL_SOFT),
					rect(x - 9, 142, 18, 76, 8, pick([paint.accent, paint.main, PAPER], index)),
					light(`M${x - 5} 148h4v62h-4z`, 0.4),
				);
			}),
			line('M272 214l-4-70M304 214l-4-70', paint.accent, 12),
			line('M268 144l12-30 4-30M300 144l-12-30-4-30', STEEL_SOFT, 9),
			disc(284, 118, 8, STEEL),
			rect(72, 186, 172, 14, 0, INK_SOFT),
			rect(250, 180, 76, 12, 0, INK_SOFT),
			oval(200, 250, 24, 6, paint.accentDeep),
		),
};
