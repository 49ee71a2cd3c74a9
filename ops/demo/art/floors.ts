import { type Backdrop, windowLight } from './backdrops.ts';
import { mugOfPens, smallPlant } from './extras.ts';
import { mixed, type Paint } from './palette.ts';
import {
	disc,
	fill,
	layers,
	line,
	pick,
	place,
	rect,
	ring,
	times,
	turn,
	WOOD,
	WOOD_DEEP,
} from './shapes.ts';

/** A desk against a wall, for what stands. Its edge is 84 above the bottom. */
export const desk: Backdrop = ({ width, height, tint, seed, paint }) => {
	const edge = height - 84;
	const wall = mixed(tint, '#fff8ea', 0.4);
	const wood = pick([WOOD, '#e0b98a', '#b98257', '#d8c3a8'], Math.floor(seed / 4));
	const left = place(8, edge + 14, 0.9, smallPlant(paint.accent));
	const right = place(width - 62, edge + 14, 0.86, mugOfPens(paint.soft));
	return layers(
		rect(0, 0, width, height, 0, wall),
		windowLight(width / 2 - 110, -24, 0.6),
		pick([pinned, shelf, lights, calendar], seed)(width, paint),
		rect(0, edge, width, 84, 0, wood),
		rect(0, edge, width, 7, 0, mixed(wood, '#fff3dd', 0.45)),
		line(
			`M-10 ${edge + 34}q${width / 2} 8 ${width + 20} -3M-10 ${edge + 62}q${width / 3} -6 ${width + 20} 5`,
			mixed(wood, '#6b4526', 0.3),
			1.2,
		),
		seed % 3 === 0 ? left : '',
		seed % 3 === 1 ? right : '',
	);
};

function pinned(width: number, paint: Paint): string {
	return place(
		width - 92,
		26,
		1,
		turn(
			5,
			0,
			0,
			rect(0, 0, 46, 54, 2, '#fffdf7'),
			line('M9 20h28M9 30h20M9 40h24', '#d8cdb9', 3),
			disc(23, 5, 4, paint.accent),
		),
		turn(-7, 40, 30, rect(42, 22, 34, 34, 2, paint.pale), disc(59, 26, 3.5, '#e2604a')),
	);
}

function shelf(width: number, paint: Paint): string {
	return place(
		width - 118,
		66,
		1,
		rect(0, 0, 130, 8, 2, WOOD),
		rect(12, -40, 11, 40, 2, paint.main),
		rect(25, -46, 13, 46, 2, paint.second),
		rect(40, -36, 10, 36, 2, paint.accent),
		place(62, 0, 0.5, smallPlant('#e9d3b0')),
	);
}

function lights(width: number): string {
	return layers(
		line(`M-6 12q${width / 4} 44 ${width / 2} 14t${width / 2 + 8} -2`, '#8a8578', 1.8),
		times(9, (index) => {
			const x = ((index + 0.5) * width) / 9;
			const y = index < 4 ? 30 + Math.sin(index * 1.1 + 0.4) * 6 : 26 - (index - 6) * 3;
			return layers(disc(x, y + 6, 11, '#fff3c466'), disc(x, y + 6, 5, '#f7cf6b'));
		}),
	);
}

function calendar(width: number, paint: Paint): string {
	return place(
		width - 84,
		22,
		1,
		rect(3, 4, 62, 74, 4, '#161a3314'),
		rect(0, 0, 62, 74, 4, '#fffdf7'),
		rect(0, 0, 62, 20, 4, paint.main),
		times(4, (row) =>
			times(5, (column) => rect(7 + column * 10, 28 + row * 11, 7, 6, 1.5, '#ddd3c2')),
		),
		ring(31, 42, 8, '#e2604a', 2),
		line('M18-4v10M44-4v10', '#8b95a8', 3),
	);
}

/** A hostel room: wall, window and tiles, for what stands. */
export const room: Backdrop = ({ width, height, tint, seed, paint }) => {
	const floor = height - 74;
	const wall = mixed(tint, '#f3ead9', 0.35);
	const x = seed % 2 === 0 ? 20 : width - 124;
	return layers(
		rect(0, 0, width, height, 0, wall),
		rect(x, 18, 104, 116, 4, '#fffaf0'),
		rect(x + 8, 26, 88, 100, 2, '#bfe0f2'),
		fill(`M${x + 8} 108q24-22 44-6t44-10v34h-88z`, '#8cc7a4'),
		line(`M${x + 52} 28v96M${x + 10} 74h84`, '#fffaf0', 5),
		fill(`M${x - 8} 12h30q4 66-14 130h-16zM${x + 112} 12H${x + 82}q-4 66 14 130h16z`, paint.pale),
		rect(x - 14, 8, 132, 6, 3, WOOD_DEEP),
		rect(0, floor, width, 74, 0, '#d9c7ae'),
		rect(0, floor - 7, width, 8, 0, '#fff8ec'),
		times(9, (index) =>
			line(
				`M${width / 2 + (index - 4) * 44} ${floor + 2}L${width / 2 + (index - 4) * 92} ${height}`,
				'#c6b194',
				1.4,
			),
		),
		line(`M0 ${floor + 24}h${width}M0 ${floor + 52}h${width}`, '#c6b194', 1.4),
	);
};

/** Outside in the evening sun: wall, hedge and paving, for what stands. */
export const yard: Backdrop = ({ width, height, seed }) => {
	const edge = height - 76;
	const brick = pick(['#eac3a0', '#f0d9b0', '#e4b8a0'], seed);
	return layers(
		rect(0, 0, width, height, 0, '#cfe6f4'),
		disc(seed % 2 === 0 ? width - 60 : 60, 40, 24, '#fff3cf'),
		times(8, (index) =>
			disc(index * 58, 96 + ((index * 29) % 22), 42, index % 2 === 0 ? '#7fbf97' : '#6db088'),
		),
		rect(0, 118, width, edge - 112, 0, brick),
		rect(0, 112, width, 10, 0, mixed(brick, '#ffffff', 0.4)),
		bricks(width, edge, mixed(brick, '#8a5a3c', 0.18)),
		rect(0, edge, width, 76, 0, '#ccc5bb'),
		line(
			`M0 ${edge + 26}h${width}M60 ${edge}l-24 26M180 ${edge}l-6 26M300 ${edge}l14 26M100 ${edge + 26}l-40 50M250 ${edge + 26}l10 50`,
			'#b5ada1',
			1.6,
		),
		times(7, (index) =>
			fill(`M${index * 64 + 8} ${edge + 2}l-5-14 8 9 2-13 5 13 8-9-4 14z`, '#6db088'),
		),
	);
};

function bricks(width: number, edge: number, joint: string): string {
	const high = 20;
	const rows = Math.ceil((edge - 122) / high);
	const upright = (row: number, column: number) =>
		`M${column * 52 + (row % 2) * 26} ${122 + row * high}v${high}`;
	return layers(
		times(rows, (row) => line(`M0 ${122 + row * high}h${width}`, joint, 1.2)),
		times(rows, (row) => times(9, (column) => line(upright(row, column), joint, 1.2))),
	);
}
