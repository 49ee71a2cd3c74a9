import type { Drawing } from './drawing.ts';
import {
	disc,
	fill,
	ground,
	INK,
	INK_SOFT,
	layers,
	line,
	ring,
	STEEL,
	STEEL_PALE,
	STEEL_SOFT,
	times,
	WOOD_DEEP,
	WOOD_SOFT,
} from './shapes.ts';

export const bicycle: Drawing = {
	rests: 'stands',
	detail: [196, 170],
	comesWith: 'bill',
	draw: (paint, variant) =>
		layers(
			ground(200, 247, 150),
			...[116, 286].map((x) =>
				layers(
					ring(x, 190, 52, INK, 9),
					ring(x, 190, 46, STEEL_SOFT, 3),
					times(
						8,
						(index) =>
							`<path d="M${x - 46} 190h92" stroke="${STEEL}" stroke-width="1.500" transform="rotate(${index * 22.5} ${x} 190)"/>`,
					),
					disc(x, 190, 7, INK_SOFT),
				),
			),
			line('M70 166q16-34 60-30M246 154q30-36 70-12', paint.deep, 6),
			variant % 2 === 0
				? line('M116 190l42-84 92-4 36 88M158 106l40 84h-82M198 190l54-84', paint.main, 11)
				: layers(
						line('M116 190l44-80 38 80h-82', paint.main, 10),
						line('M198 190q20-60 52-86M170 128q50 40 78-12M250 98l36 92', paint.main, 11),
					),
			variant % 2 === 0 ? line('M160 105l88-4', paint.soft, 3) : '',
			line('M158 106l-6-20', STEEL, 7),
			fill('M126 78q24-10 54 2 4 8-8 10l-38 2q-12-4-8-14z', INK),
			line('M250 102l-7-32q20-12 38 2', INK, 8),
			line('M276 70l12 8', paint.accentDeep, 9),
			variant % 3 === 2
				? layers(
						fill('M262 84h62l-8 42h-48z', WOOD_SOFT),
						line('M266 96h54M268 110h50M280 84l3 42M302 84l-2 42', WOOD_DEEP, 3),
					)
				: '',
			disc(198, 190, 17, paint.accentDeep),
			disc(198, 190, 9, STEEL_PALE),
			line('M198 190l14 26h16', INK, 7),
			line('M116 183h80M116 197h80', INK_SOFT, 2.5),
			line('M60 124h58M74 124l40 62', STEEL, 5),
			line('M128 238l-16 12', STEEL, 6),
		),
};
