import type { Drawing } from './drawing.ts';
import {
	atEach,
	disc,
	fill,
	ground,
	INK,
	INK_SOFT,
	layers,
	light,
	line,
	rect,
	STEEL,
	shade,
	times,
	turn,
} from './shapes.ts';

export const backpack: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [200, 190],
	comesWith: 'bill',
	draw: (paint) =>
		layers(
			ground(200, 254, 104),
			line('M178 48q0-28 22-28t22 28', INK, 8),
			fill('M104 150q-26 6-24 44t22 52zM296 150q26 6 24 44t-22 52z', paint.deep),
			fill('M110 120q0-84 90-84t90 84v112a22 22 0 0 1-22 22H132a22 22 0 0 1-22-22z', paint.main),
			light('M124 120q2-56 46-72-22 28-22 72v100h-24z', 0.2),
			shade('M254 60q36 18 36 60v112a22 22 0 0 1-22 22h-20q14-90 6-194z', 0.14),
			line('M128 118q4-62 72-62t72 62', paint.deep, 5),
			rect(132, 152, 136, 88, 18, paint.deep),
			rect(134, 150, 132, 84, 18, paint.soft),
			line('M146 172h108', INK, 4),
			rect(244, 170, 9, 20, 4, paint.accent),
			rect(176, 96, 48, 30, 7, paint.accent),
			line('M186 108h28M186 116h18', '#ffffffc0', 4),
			rect(128, 196, 12, 40, 4, INK_SOFT),
			rect(260, 196, 12, 40, 4, INK_SOFT),
		),
	other: (paint) =>
		layers(
			ground(200, 254, 104),
			line('M178 48q0-28 22-28t22 28', INK, 8),
			fill('M110 120q0-84 90-84t90 84v112a22 22 0 0 1-22 22H132a22 22 0 0 1-22-22z', paint.main),
			rect(140, 96, 120, 132, 26, paint.deep),
			...[0, 1, 2].map((index) => rect(154, 112 + index * 36, 92, 26, 12, paint.main)),
			line('M166 60q-54 40-40 110t14 72M234 60q54 40 40 110t-14 72', INK_SOFT, 20),
			line('M164 66q-48 40-36 104M236 66q48 40 36 104', STEEL, 3),
			rect(120, 176, 24, 14, 4, paint.accent),
			rect(256, 176, 24, 14, 4, paint.accent),
		),
};

export const suitcase: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [200, 150],
	comesWith: 'bill',
	draw: (paint, variant) =>
		layers(
			ground(200, 258, 88),
			line('M168 62V14h64v48', STEEL, 7),
			rect(160, 8, 80, 13, 6, INK),
			...[146, 254].map((x) => layers(disc(x, 250, 10, INK), disc(x, 250, 4, STEEL))),
			rect(122, 54, 156, 194, 20, paint.deep),
			rect(122, 52, 152, 188, 20, paint.main),
			variant % 2 === 0
				? times(5, (index) => rect(142 + index * 25, 62, 12, 170, 6, paint.soft))
				: layers(
						rect(140, 76, 118, 60, 12, paint.deep),
						rect(140, 148, 118, 78, 12, paint.deep),
						rect(143, 76, 112, 55, 11, paint.soft),
						rect(143, 148, 112, 72, 11, paint.soft),
					),
			light('M142 52h24q-20 20-20 60v128h-4a20 20 0 0 1-20-20V72a20 20 0 0 1 20-20z', 0.18),
			atEach(
				[
					[134, 66],
					[262, 66],
					[134, 226],
					[262, 226],
				],
				(x, y) => rect(x - 9, y - 9, 18, 18, 6, INK),
			),
			rect(268, 126, 13, 36, 5, INK_SOFT),
			rect(180, 44, 40, 14, 6, INK),
			turn(
				12,
				240,
				80,
				line('M232 56v20', INK, 3),
				rect(222, 74, 22, 34, 5, paint.accent),
				disc(233, 82, 3, '#fff'),
			),
		),
};
