import type { Drawing } from './drawing.ts';
import { disc, fill, ground, layers, line, rect, shade, times, turn } from './shapes.ts';

export const mattress: Drawing = {
	rests: 'stands',
	detail: [190, 170],
	comesWith: 'pouch',
	draw: (paint) =>
		layers(
			ground(204, 250, 158),
			fill('M46 196l84-56h236l-72 56z', paint.pale),
			...[0, 1, 2, 3, 4, 5].map((index) => line(`M${78 + index * 40} 196l80-56`, paint.soft, 5)),
			line('M74 178h242M100 160h240', '#ffffffa0', 2.5),
			fill('M46 196h248v50a6 6 0 0 1-6 6H52a6 6 0 0 1-6-6z', paint.soft),
			fill('M294 196l72-56v46l-72 62z', paint.main),
			times(6, (index) => line(`M${66 + index * 42} 198v52`, paint.main, 4)),
			line('M46 199h248l72-56', '#fff', 4),
			line('M48 246h244l72-62', paint.deep, 4),
			fill('M110 148q4-26 34-24l86 4q24 4 18 26-4 18-26 16l-92-4q-22-2-20-18z', '#fffdf7'),
			shade('M112 152q6 14 28 16l88 4q18 0 20-18 8 30-24 30l-90-4q-26-4-22-28z', 0.1),
		),
	other: (paint) =>
		layers(
			ground(200, 250, 120),
			fill('M118 252q-46-18-46-66t46-66h180v132z', paint.soft),
			times(4, (index) => line(`M${164 + index * 36} 122v128`, paint.main, 5)),
			disc(292, 186, 66, paint.main),
			disc(292, 186, 54, paint.pale),
			line('M292 186q14-20 26 2t-20 32-44-28 34-50 62 40-54 60', paint.main, 6),
			line('M140 120v130M244 120v130', paint.accent, 8),
		),
};

export const rug: Drawing = {
	rests: 'lies',
	detail: [150, 130],
	comesWith: 'bill',
	draw: (paint) =>
		turn(
			-7,
			200,
			150,
			`<rect x="62" y="66" width="284" height="186" rx="3" fill="#161a33" opacity=".12"/>`,
			times(22, (index) =>
				line(`M46 ${66 + index * 8}h14M340 ${66 + index * 8}h14`, paint.second, 3),
			),
			rect(56, 58, 288, 184, 3, paint.main),
			rect(68, 58, 10, 184, 0, paint.accent),
			rect(322, 58, 10, 184, 0, paint.accent),
			rect(86, 58, 5, 184, 0, paint.second),
			rect(309, 58, 5, 184, 0, paint.second),
			...[0, 1, 2].map((index) =>
				layers(
					fill(`M${140 + index * 60} 96l34 54-34 54-34-54z`, paint.second),
					fill(`M${140 + index * 60} 118l20 32-20 32-20-32z`, paint.deep),
					disc(140 + index * 60, 150, 7, paint.accent),
				),
			),
			times(8, (index) =>
				layers(
					fill(`M${108 + index * 24} 62h16l-8 16z`, paint.soft),
					fill(`M${108 + index * 24} 238h16l-8-16z`, paint.soft),
				),
			),
		),
};
