import type { Drawing } from './drawing.ts';
import type { Paint } from './palette.ts';
import {
	disc,
	fill,
	INK,
	INK_SOFT,
	layers,
	light,
	line,
	oval,
	PAPER,
	PAPER_EDGE,
	rect,
	ring,
	STEEL_PALE,
	STEEL_SOFT,
	shade,
	times,
	turn,
	WOOD,
	WOOD_DEEP,
	WOOD_SOFT,
} from './shapes.ts';

type Extra = Drawing['comesWith'];

const EXTRAS: Record<Extra, (paint: Paint) => string> = {
	box: carton,
	charger,
	pouch,
	bill,
	pens,
};

/** What comes with a thing, on a canvas of 120 × 160 whose floor is at 150. */
export function extraOf(kind: Extra, paint: Paint): string {
	return EXTRAS[kind](paint);
}

function carton(paint: Paint): string {
	return layers(
		oval(62, 150, 64, 10, 'url(#ground)'),
		fill('M10 62l44-18h64l-26 18z', WOOD_SOFT),
		rect(10, 62, 82, 88, 3, WOOD),
		fill('M92 62l26-18v82l-26 24z', WOOD_DEEP),
		fill('M40 62l40-18h14l-40 18v26H40z', '#f1dfc0'),
		rect(22, 108, 34, 26, 4, paint.main),
		line('M62 116h20M62 126h14', WOOD_DEEP, 4),
	);
}

function charger(paint: Paint): string {
	return layers(
		oval(60, 150, 58, 9, 'url(#ground)'),
		line('M60 104c-4-34-44-20-40 4s60 26 78 6 4-54-30-46-22 52 8 50 34-10 36-20', INK, 5),
		rect(34, 102, 52, 46, 10, INK_SOFT),
		light('M40 106h10v38h-6a6 6 0 0 1-6-6z', 0.25),
		rect(46, 150, 6, 10, 2, STEEL_SOFT),
		rect(68, 150, 6, 10, 2, STEEL_SOFT),
		disc(60, 124, 4, paint.accent),
	);
}

function pouch(paint: Paint): string {
	return layers(
		oval(60, 150, 56, 9, 'url(#ground)'),
		fill('M22 74q38-14 76 0 20 36 14 66-4 12-52 12T8 140q-6-30 14-66z', paint.deep),
		shade('M70 72q18 0 28 2 20 36 14 66-4 12-44 12 20-40 2-80z', 0.16),
		fill('M26 72q-6-20 10-28 24 10 48 0 16 8 10 28-34 10-68 0z', paint.main),
		line('M24 74q36 12 72 0', paint.accent, 5),
		line('M60 80l-10 26M60 80l14 24', paint.accent, 3.5),
		disc(49, 108, 4.5, paint.accentDeep),
		disc(75, 106, 4.5, paint.accentDeep),
	);
}

function bill(paint: Paint): string {
	return turn(
		7,
		60,
		100,
		fill('M24 22h76v120l-9 8-10-8-10 8-10-8-10 8-9-8-9 8-9-8z', '#161a3318'),
		fill('M20 18h76v120l-9 8-10-8-10 8-10-8-10 8-9-8-9 8-9-8z', PAPER),
		line('M32 34h34', INK, 6),
		line('M32 50h50M32 62h40M32 74h50M32 86h30', PAPER_EDGE, 5),
		line('M32 102h26M70 102h14', INK_SOFT, 5),
		turn(
			-18,
			70,
			118,
			ring(72, 120, 15, paint.accent, 3.5),
			line('M64 120l6 6 10-12', paint.accent, 4),
		),
	);
}

function pens(paint: Paint): string {
	return layers(
		...[paint.main, paint.accent, INK_SOFT].map((colour, index) =>
			turn(
				-14 + index * 13,
				60,
				170,
				rect(35 + index * 20, 34, 13, 106, 5, '#161a3314'),
				rect(32 + index * 20, 30, 13, 104, 5, colour),
				light(`M${34 + index * 20} 36h4v90h-4z`, 0.4),
				rect(32 + index * 20, 50, 13, 5, 0, STEEL_PALE),
				fill(`M${33 + index * 20} 134h11l-5.500 14z`, '#f3dcb8'),
			),
		),
		rect(16, 128, 34, 20, 5, '#fbfcff'),
		rect(16, 128, 16, 20, 5, paint.soft),
	);
}

/** A mug of pens that stands behind things on a desk, 60 wide, its foot at 0. */
export function mugOfPens(colour: string): string {
	return layers(
		oval(30, 0, 38, 7, 'url(#ground)'),
		line('M20-44l-7-44M30-44l2-54M41-44l9-40', INK_SOFT, 5),
		line('M13-84l-1-8M50-80l2-8', '#e2604a', 5),
		line('M54-36q20 0 16 14t-18 10', colour, 6),
		fill('M6-50h48l-4 46a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4z', colour),
		light('M10-46h8l4 44h-8z', 0.35),
	);
}

/** A small plant for a corner, 60 wide, its foot at 0. */
export function smallPlant(colour: string): string {
	return layers(
		oval(30, 0, 34, 7, 'url(#ground)'),
		...[-46, -20, 8, 34, 58].map((degrees) =>
			turn(degrees, 30, -34, fill('M30-32q-14-26 0-58 14 32 0 58z', '#4aa377')),
		),
		fill('M10-38h40l-5 34a4 4 0 0 1-4 4H19a4 4 0 0 1-4-4z', colour),
		light('M14-34h7l4 32h-6z', 0.35),
	);
}

/** A cup of tea seen from above, around its own middle. */
export function teaFromAbove(colour: string): string {
	return layers(
		disc(4, 7, 40, '#161a331c'),
		disc(0, 0, 40, '#fbfcff'),
		ring(0, 0, 33, STEEL_PALE, 2),
		rect(22, -8, 26, 16, 8, colour),
		disc(0, 0, 25, colour),
		disc(0, 0, 19, '#b97a43'),
		`<path d="M-13-4a13 13 0 0 1 14-9" fill="none" stroke="#e0b183" stroke-width="4" stroke-linecap="round"/>`,
	);
}

/** A twig that reaches in from a corner. */
export function twig(): string {
	return layers(
		line('M0 0q50 20 92 70', '#2f7d57', 4),
		times(5, (index) =>
			turn(
				20 + index * 6,
				18 + index * 17,
				8 + index * 13,
				oval(18 + index * 17, -8 + index * 12, 8, 19, '#4aa377'),
				oval(10 + index * 16, 26 + index * 12, 8, 17, '#3f9b6c'),
			),
		),
	);
}
