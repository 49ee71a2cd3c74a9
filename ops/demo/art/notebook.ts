import type { Drawing } from './drawing.ts';
import { drop, faint, fill, layers, line, PAPER, rect, shade, times, turn } from './shapes.ts';

export const notebook: Drawing = {
	rests: 'lies',
	detail: [250, 130],
	comesWith: 'pens',
	draw: (paint, variant) =>
		turn(
			-5,
			200,
			150,
			drop(54, 58, 292, 188, 8),
			rect(52, 56, 296, 190, 10, paint.main),
			rect(60, 62, 138, 178, 4, PAPER),
			rect(202, 62, 138, 178, 4, PAPER),
			times(11, (row) => line(`M68 ${82 + row * 14}h124M210 ${82 + row * 14}h124`, '#d5e0ee', 1.5)),
			line('M84 66v170M226 66v170', '#f0b6aa', 1.5),
			handwriting(variant),
			shade('M184 62h14v178h-14zM202 62h10v178h-10z', 0.05),
			times(12, (index) => layers(rect(192, 70 + index * 14, 16, 5, 2.5, '#8b95a8'))),
			turn(
				28,
				330,
				200,
				rect(322, 130, 13, 120, 4, paint.accent),
				fill('M322 250h13l-6.500 20z', '#f3dcb8'),
				rect(322, 122, 13, 14, 4, paint.accentDeep),
			),
		),
};

function handwriting(variant: number): string {
	const ink = variant % 2 === 0 ? '#33508f' : '#3d4555';
	return layers(
		line(
			'M94 80q10-7 20 0t20 0t20 0t14 0M94 108q8-6 16 0t16 0t16 0M94 122q8-6 16 0t16 0t16 0t16 0t10 0',
			ink,
			2.8,
		),
		line(
			'M236 80q8-6 16 0t16 0t16 0t16 0t10 0M236 94q8-6 16 0t16 0M236 220q8-6 16 0t16 0t16 0t16 0',
			ink,
			2.8,
		),
		variant % 2 === 0
			? layers(
					line('M104 214v-66M104 214h74', ink, 3),
					line('M104 206c30-4 28-46 46-48s8 36 28 30', '#e2604a', 3.5),
				)
			: layers(
					line('M100 180h16l5-10 10 20 10-20 10 20 5-10h16', ink, 3),
					line('M100 180v30h72v-30', ink, 3),
				),
		line('M246 120h34v30h-34zM296 160h34v30h-34zM263 150v25h33', ink, 3),
		faint(0.5, line('M236 94h36', '#f5d45a', 10)),
	);
}
