import type { Drawing } from './drawing.ts';
import { screenOf } from './screens.ts';
import {
	disc,
	fill,
	ground,
	INK,
	layers,
	light,
	line,
	pick,
	rect,
	SCREEN,
	STEEL,
	STEEL_PALE,
	STEEL_SOFT,
	shade,
	times,
	turn,
} from './shapes.ts';

export const laptop: Drawing = {
	rests: 'stands',
	detail: [190, 130],
	comesWith: 'charger',
	draw: (paint, variant) =>
		layers(
			ground(200, 246, 146),
			rect(92, 52, 216, 154, 13, paint.main),
			rect(92, 52, 216, 154, 13, 'url(#sheen)'),
			rect(102, 62, 196, 130, 5, SCREEN),
			screenOf(variant, 102, 62, 196, 130),
			light('M246 62h47a5 5 0 0 1 5 5v78z', 0.06),
			disc(200, 57, 1.8, STEEL),
			fill('M62 214h276l-15 24a12 12 0 0 1-10 6H87a12 12 0 0 1-10-6z', paint.deep),
			rect(62, 203, 276, 14, 4, paint.soft),
			fill('M166 203h68v3a5 5 0 0 1-5 5h-58a5 5 0 0 1-5-5z', paint.deep),
			light('M62 206a3 3 0 0 1 3-3h98v4H62z', 0.35),
		),
	other: (paint, variant) =>
		layers(
			ground(200, 240, 140),
			fill('M80 218h240l10 14a4 4 0 0 1-4 6H74a4 4 0 0 1-4-6z', paint.deep),
			rect(84, 62, 232, 160, 14, paint.main),
			light('M98 62h92l-70 160H98a14 14 0 0 1-14-14V76a14 14 0 0 1 14-14z', 0.1),
			disc(200, 138, 15, paint.soft),
			fill('M194 132h12v12h-12z', paint.main),
			turn(
				-12,
				262,
				104,
				rect(240, 88, 46, 30, 6, paint.accent),
				line('M248 98h28M248 108h18', PAPER_MARK, 4),
			),
			turn(
				8,
				132,
				186,
				disc(132, 184, 19, STEEL_PALE),
				line('M124 184l6 7 12-13', paint.accentDeep, 5),
			),
			turn(
				14,
				268,
				184,
				rect(252, 170, 34, 28, 5, pick(['#3f9b6c', '#e2604a', '#6aa5e0'], variant)),
				disc(269, 184, 7, PAPER_MARK),
			),
			rect(120, 216, 160, 6, 3, paint.deep),
		),
};

const PAPER_MARK = '#fff6e0';

export const monitor: Drawing = {
	rests: 'stands',
	detail: [160, 110],
	comesWith: 'charger',
	draw: (paint, variant) =>
		layers(
			ground(200, 250, 84),
			fill('M180 196h40l6 44h-52z', STEEL),
			shade('M180 200h40l1.600 10h-43.200z', 0.25),
			fill('M140 252q0-14 22-14h76q22 0 22 14z', STEEL_SOFT),
			rect(70, 40, 260, 162, 10, INK),
			rect(77, 47, 246, 140, 4, SCREEN),
			screenOf(variant, 77, 47, 246, 140),
			light('M258 47h61a4 4 0 0 1 4 4v92z', 0.06),
			rect(186, 192, 28, 4, 2, paint.main),
			disc(314, 194, 2.5, '#6fd3a0'),
		),
	other: (paint) =>
		layers(
			ground(200, 250, 84),
			fill('M140 252q0-14 22-14h76q22 0 22 14z', STEEL_SOFT),
			rect(70, 40, 260, 160, 12, paint.deep),
			rect(128, 78, 144, 96, 16, paint.main),
			times(7, (row) => line(`M152 ${94 + row * 7}h96`, paint.deep, 2.5)),
			fill('M182 150h36l6 92h-48z', STEEL),
			light('M184 150h12l-6 92h-14z', 0.3),
			line('M250 184q40 10 46 66', INK, 5),
		),
};
