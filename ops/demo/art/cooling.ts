import type { Drawing } from './drawing.ts';
import {
	disc,
	fill,
	ground,
	INK,
	layers,
	light,
	line,
	rect,
	ring,
	STEEL,
	STEEL_PALE,
	times,
	turn,
} from './shapes.ts';

export const tableFan: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [200, 120],
	comesWith: 'box',
	draw: (paint) =>
		layers(
			ground(200, 254, 84),
			rect(190, 190, 20, 52, 5, paint.deep),
			fill('M126 254q2-20 36-20h76q34 0 36 20z', paint.deep),
			fill('M132 248q6-14 34-14h68q28 0 34 14z', paint.main),
			times(3, (index) =>
				rect(170 + index * 22, 240, 14, 7, 3, index === 0 ? paint.accent : paint.pale),
			),
			disc(200, 122, 97, paint.deep),
			disc(200, 122, 90, '#f4f7fb'),
			...[0, 120, 240].map((degrees) =>
				turn(
					degrees,
					200,
					122,
					fill('M200 122q-54-22-40-66 22-18 48-4 16 30-8 70z', paint.main),
					light('M194 112q-38-20-28-54 6-6 14-8-14 30 14 62z', 0.3),
				),
			),
			...[30, 50, 70, 88].map((radius) => ring(200, 122, radius, '#7d8799', 1.8)),
			times(
				24,
				(index) =>
					`<path d="M200 102V34" stroke="#7d8799" stroke-width="1.500" transform="rotate(${index * 15} 200 122)"/>`,
			),
			ring(200, 122, 93, paint.main, 8),
			disc(200, 122, 21, paint.deep),
			disc(200, 122, 15, paint.accent),
			light('M190 116a12 12 0 0 1 14-8q-8 2-10 10z', 0.6),
		),
};

export const airCooler: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [200, 110],
	comesWith: 'bill',
	draw: (paint) =>
		layers(
			ground(200, 258, 98),
			...[128, 272].map((x) => layers(disc(x, 252, 9, INK), disc(x, 252, 4, STEEL))),
			rect(108, 30, 184, 220, 16, paint.deep),
			rect(108, 28, 178, 216, 16, STEEL_PALE),
			rect(108, 28, 178, 34, 14, paint.main),
			disc(136, 45, 9, STEEL_PALE),
			disc(164, 45, 9, STEEL_PALE),
			line('M136 45v-6M164 45l5-4', INK, 3),
			rect(210, 38, 58, 13, 6, paint.deep),
			disc(197, 130, 62, paint.deep),
			disc(197, 130, 56, INK),
			...[0, 90, 180, 270].map((degrees) =>
				turn(degrees, 197, 130, fill('M197 130q-40-12-30-44 22-14 36 4z', paint.soft)),
			),
			times(9, (index) => line(`M142 ${82 + index * 12}h110`, '#eef2f8', 3.5)),
			disc(197, 130, 12, paint.main),
			rect(122, 204, 150, 30, 7, paint.pale),
			rect(122, 218, 150, 16, 7, '#9ec9ee'),
			light('M116 66h14v166h-14z', 0.6),
		),
};
