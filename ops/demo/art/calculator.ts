import type { Drawing } from './drawing.ts';
import type { Paint } from './palette.ts';
import {
	atEach,
	disc,
	drop,
	INK,
	layers,
	light,
	line,
	PAPER,
	rect,
	STEEL,
	STEEL_PALE,
	STEEL_SOFT,
	times,
	turn,
} from './shapes.ts';

export const calculator: Drawing = {
	rests: 'lies',
	narrow: true,
	detail: [200, 96],
	comesWith: 'pouch',
	draw: (paint, variant) =>
		turn(
			variant % 2 === 0 ? -8 : 9,
			200,
			150,
			drop(132, 28, 136, 244, 20),
			rect(132, 28, 136, 244, 20, paint.deep),
			rect(132, 28, 136, 236, 20, paint.main),
			light('M152 28h50l-70 190V48a20 20 0 0 1 20-20z', 0.1),
			rect(144, 42, 112, 62, 9, INK),
			rect(160, 44, 56, 4, 2, '#59463f'),
			rect(150, 52, 100, 46, 5, '#cbdab7'),
			variant % 3 === 1
				? line('M158 90V58M156 78h88M158 86c12-2 16-22 28-22s14 18 26 18 16-16 30-22', '#36402c', 3)
				: line(
						'M160 86h16M184 86h8M200 64v22M214 64q13 0 13 10t-13 12h15M240 64v22',
						'#36402c',
						4.5,
					),
			calculatorKeys(paint),
		),
	other: (paint) =>
		turn(
			-10,
			200,
			150,
			drop(132, 28, 136, 244, 20),
			rect(132, 28, 136, 244, 20, INK),
			rect(134, 30, 132, 236, 18, paint.deep),
			rect(142, 40, 116, 218, 12, paint.main),
			rect(166, 150, 68, 84, 8, paint.deep),
			line('M184 164h32M190 172h20', paint.soft, 4),
			atEach(
				[
					[152, 50],
					[248, 50],
					[152, 248],
					[248, 248],
				],
				(x, y) => disc(x, y, 4, INK),
			),
			rect(158, 66, 84, 50, 5, PAPER),
			line('M168 80h60M168 92h44M168 104h52', '#cfc4b2', 4),
		),
};

function calculatorKeys(paint: Paint): string {
	return layers(
		disc(200, 124, 15, STEEL),
		disc(200, 124, 9, STEEL_SOFT),
		...[150, 232].map((x) =>
			layers(rect(x, 114, 18, 9, 4, paint.soft), rect(x, 130, 18, 9, 4, paint.soft)),
		),
		rect(150, 114, 18, 9, 4, paint.accent),
		times(2, (row) =>
			times(6, (column) => rect(147 + column * 18.2, 150 + row * 15, 14, 9, 3.5, INK)),
		),
		times(3, (row) =>
			times(5, (column) => {
				const colour = row === 0 && column > 2 ? paint.accent : STEEL_PALE;
				return layers(
					rect(147 + column * 22, 186 + row * 19, 18, 14, 4, '#161a3340'),
					rect(147 + column * 22, 184 + row * 19, 18, 14, 4, colour),
				);
			}),
		),
		rect(147, 243, 40, 13, 4, STEEL_PALE),
		rect(191, 243, 62, 13, 4, paint.second),
	);
}
