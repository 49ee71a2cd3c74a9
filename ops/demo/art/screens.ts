import { disc, fill, INK_SOFT, layers, line, pick, rect, ring, times } from './shapes.ts';

const BLUE = '#7fb0ff';
const GOLD = '#f5aa1c';
const GREEN = '#6fd3a0';
const RED = '#ef7a66';

const CONTENTS = [code, chart, sketch, landscape, terminal] as const;

/** What is on a screen of the given place and size: five kinds, chosen by number. */
export function screenOf(
	number: number,
	x: number,
	y: number,
	width: number,
	height: number,
): string {
	const content = pick(CONTENTS, number)();
	return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 200 130" preserveAspectRatio="xMidYMid slice">${content}</svg>`;
}

function code(): string {
	return layers(
		rect(0, 0, 26, 130, 0, '#121926'),
		times(4, (index) => rect(8, 14 + index * 20, 10, 10, 3, INK_SOFT)),
		line('M40 20h48M40 36h84M56 52h58M56 68h84M72 84h36M40 100h54M40 116h24', BLUE, 5.5),
		line('M98 20h22M124 52h20M150 68h18M118 84h30', GOLD, 5.5),
		line('M134 36h34M104 100h26', GREEN, 5.5),
	);
}

function chart(): string {
	return layers(
		rect(0, 0, 200, 130, 0, '#f3f6fb'),
		rect(14, 14, 74, 48, 6, '#fff'),
		rect(98, 14, 88, 48, 6, '#fff'),
		rect(14, 72, 172, 46, 6, '#fff'),
		line('M22 52l16-14 14 8 26-24', BLUE, 5),
		times(6, (index) =>
			rect(
				107 + index * 13,
				52 - ((index * 7) % 27),
				8,
				4 + ((index * 7) % 27),
				2,
				index === 4 ? GOLD : BLUE,
			),
		),
		line('M24 88h96M24 102h60', '#c3cad7', 6),
		disc(164, 95, 15, GREEN),
		fill('M164 95V80a15 15 0 0 1 14 20z', RED),
	);
}

function sketch(): string {
	return layers(
		rect(0, 0, 200, 130, 0, '#20304a'),
		times(9, (index) => line(`M${index * 25} 0v130`, '#2b3e5c', 1)),
		times(6, (index) => line(`M0 ${index * 25}h200`, '#2b3e5c', 1)),
		ring(78, 66, 34, '#dfe9fb', 5),
		ring(78, 66, 12, '#dfe9fb', 4),
		times(
			8,
			(index) =>
				`<path d="M78 24v10" stroke="#dfe9fb" stroke-width="9" transform="rotate(${index * 45} 78 66)"/>`,
		),
		line('M122 100h60M122 96v8M182 96v8M132 40h44v40h-44z', GOLD, 3),
		line('M132 40l44 40', GOLD, 2),
	);
}

function landscape(): string {
	return layers(
		rect(0, 0, 200, 130, 0, '#f6c98d'),
		disc(136, 58, 22, '#fff1cf'),
		fill('M0 90l46-44 34 34 28-24 92 60v14H0z', '#b0659a'),
		fill('M0 108l60-34 50 28 40-18 50 26v20H0z', '#5b4bb7'),
		fill('M0 118q60-16 110-4t90-6v22H0z', '#2f3f6b'),
	);
}

function terminal(): string {
	return layers(
		rect(0, 0, 200, 16, 0, '#2f3a50'),
		disc(12, 8, 3.5, RED),
		disc(23, 8, 3.5, GOLD),
		disc(34, 8, 3.5, GREEN),
		line('M14 32h10M14 64h10M14 112h10', GREEN, 5),
		line('M32 32h70M32 64h44M86 64h30', '#dfe6f2', 5),
		line('M14 48h120M14 80h90M14 96h140', '#66748f', 5),
		rect(32, 108, 9, 9, 1, '#dfe6f2'),
	);
}
