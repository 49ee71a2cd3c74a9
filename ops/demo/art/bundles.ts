import type { Drawing } from './drawing.ts';
import { mixed } from './palette.ts';
import { FAINT } from './papers.ts';
import {
	disc,
	drop,
	fill,
	ground,
	INK,
	layers,
	light,
	line,
	PAPER,
	PAPER_EDGE,
	pick,
	place,
	rect,
	STEEL,
	STEEL_SOFT,
	shade,
	times,
	turn,
} from './shapes.ts';

export const ringFolder: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [180, 110],
	comesWith: 'bill',
	draw: (paint, variant) =>
		layers(
			ground(204, 252, 100),
			fill('M146 50l132-14a6 6 0 0 1 7 6v202a6 6 0 0 1-6 6H146z', paint.deep),
			fill('M150 46l120-12v210l-120 6z', '#f2ead9'),
			...[0, 1, 2, 3, 4].map((index) =>
				rect(
					266,
					56 + index * 34,
					22,
					24,
					5,
					pick(['#e2604a', '#f5aa1c', '#3f9b6c', '#6aa5e0', '#7d4482'], index + variant),
				),
			),
			rect(112, 44, 160, 206, 8, paint.main),
			light('M160 44h60L160 190z', 0.14),
			rect(112, 44, 44, 206, 8, paint.deep),
			rect(121, 66, 26, 92, 5, PAPER),
			line('M134 78v48M128 138h12', INK, 4),
			disc(134, 204, 13, mixed(paint.deep, '#161a33', 0.4)),
			disc(134, 204, 7, paint.pale),
			rect(178, 76, 72, 44, 5, PAPER),
			line('M188 90h50M188 104h32', FAINT, 5),
			shade('M112 236h160v6a8 8 0 0 1-8 8H120a8 8 0 0 1-8-8z', 0.12),
		),
};

export const bundle: Drawing = {
	rests: 'stands',
	detail: [210, 190],
	comesWith: 'bill',
	draw: (paint, variant) =>
		layers(
			ground(200, 250, 138),
			times(9, (index) => {
				const left = 78 + ((index * 7 + variant * 5) % 12);
				return layers(
					rect(left, 232 - index * 13, 236, 14, 2, index % 2 === 0 ? PAPER : '#f3ead8'),
					line(`M${left + 6} ${245 - index * 13}h224`, PAPER_EDGE, 1.8),
				);
			}),
			fill('M92 128l36-46h190l-8 46z', PAPER),
			line('M150 94h92M140 106h70M134 117h96', FAINT, 4),
			rect(224, 90, 22, 8, 3, paint.main),
			fill('M176 128l22-46h16l-20 46v118h-18z', paint.accent),
			shade('M176 128h18v118h-18z', 0.12),
			fill('M184 128l-24 34 14-2 4 14 14-40zM186 128l24 34-14-2-4 14-14-40z', paint.accentDeep),
			fill('M184 126c-26-40-66-20-46 2 12 12 34 8 46-2z', paint.accent),
			fill('M186 126c26-40 66-20 46 2-12 12-34 8-46-2z', paint.accent),
			shade(
				'M184 126c-14-18-30-20-34-8 10-2 22 2 34 8zM186 126c14-18 30-20 34-8-10-2-22 2-34 8z',
				0.16,
			),
			disc(184, 126, 9, paint.accentDeep),
		),
};

export const flashCards: Drawing = {
	rests: 'lies',
	detail: [200, 130],
	comesWith: 'box',
	draw: (paint) =>
		place(
			24,
			4,
			0.95,
			...[-26, -13, 0, 13].map((degrees, index) =>
				turn(
					degrees,
					190,
					320,
					drop(108, 84, 164, 108, 9),
					rect(108, 84, 164, 108, 9, pick([paint.soft, paint.pale, '#fff6e0', PAPER], index)),
					rect(
						108,
						84,
						164,
						20,
						9,
						pick([paint.accent, paint.main, paint.second, paint.main], index),
					),
				),
			),
			turn(
				13,
				190,
				320,
				line('M126 126h86M126 144h58', FAINT, 5),
				line('M206 172q16-40 46-40', paint.accent, 5),
				line('M198 176h62M206 180v-46', INK, 3),
			),
			rect(56, 216, 112, 42, 8, STEEL_SOFT),
			rect(56, 216, 112, 16, 8, STEEL),
		),
};
