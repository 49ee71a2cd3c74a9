import { type Backdrop, windowLight } from './backdrops.ts';
import { teaFromAbove, twig } from './extras.ts';
import { mixed } from './palette.ts';
import { disc, fill, layers, line, oval, pick, place, rect, times, turn } from './shapes.ts';

/** A desk seen from above, for what lies. */
export const deskFromAbove: Backdrop = ({ width, height, seed, paint }) => {
	const wood = pick(['#d9a870', '#c89060', '#e3c193'], seed);
	const grain = mixed(wood, '#6b4526', 0.3);
	return layers(
		rect(0, 0, width, height, 0, wood),
		times(5, (row) => line(`M-4 ${(row * height) / 4}h${width + 8}`, grain, 1.4)),
		times(10, (row) =>
			line(
				`M${(row * 97) % width} ${14 + (row * height) / 10}q60 ${row % 2 === 0 ? 5 : -5} 128 0`,
				mixed(wood, '#6b4526', 0.14),
				1.4,
			),
		),
		pick(
			[
				place(width - 34, 38, 1, teaFromAbove(paint.accent)),
				place(-18, -12, 1, twig()),
				place(36, height - 30, 0.95, teaFromAbove(paint.main)),
				'',
			],
			seed,
		),
	);
};

/** A block-printed bed sheet, for what lies. */
export const bedSheet: Backdrop = ({ width, height, seed, paint }) => {
	const cloth = mixed(pick(['#eef3fa', '#fbf1e4', '#f1eef9', '#eaf5ef'], seed), paint.pale, 0.25);
	const print = mixed(cloth, paint.main, 0.34);
	const blossom = layers(
		times(5, (index) => turn(index * 72, 0, 0, oval(0, -6, 3.2, 5, print))),
		disc(0, 0, 2.6, mixed(cloth, paint.accent, 0.6)),
	);
	const rows = Math.ceil(height / 34) + 1;
	return layers(
		rect(0, 0, width, height, 0, cloth),
		times(rows, (row) =>
			times(11, (column) => place(column * 42 + (row % 2) * 21 - 6, row * 34 - 4, 1, blossom)),
		),
		`<path d="M-10 ${height * 0.86}q${width * 0.3} -40 ${width + 20} -10M${width * 0.7} -10q-30 90 60 150" fill="none" stroke="#161a33" stroke-opacity=".05" stroke-width="16" stroke-linecap="round"/>`,
		seed % 2 === 0 ? fill(`M-6 -6h150q22 40-10 66-60 26-140 10z`, '#fffdf8') : '',
	);
};

/** The speckled mosaic floor of an old hostel, for what lies. */
export const mosaic: Backdrop = ({ width, height, seed }) => {
	const stones = ['#b9a58c', '#8d9a93', '#fffaf0', '#c98b6b', '#6d7480'] as const;
	return layers(
		rect(0, 0, width, height, 0, '#e4dacb'),
		times(170, (index) => {
			const x = Math.round(((index * 0.7548777 + seed * 0.37) % 1) * width);
			const y = Math.round(((index * 0.569_840_3 + seed * 0.61) % 1) * height);
			return turn(
				(index * 47) % 180,
				x,
				y,
				oval(x, y, 2 + (index % 4), 1.6 + (index % 3), pick(stones, index)),
			);
		}),
		line(`M${width * 0.28} 0v${height}M0 ${height * 0.72}h${width}`, '#c9baa5', 2.4),
		windowLight(width / 2 - 40, 20, 0.32),
	);
};
