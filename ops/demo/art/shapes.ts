/** The strokes every drawing is made of, as SVG markup on a canvas of 400 × 300. */

export const INK = '#2f3542';
export const INK_SOFT = '#4a5365';
export const STEEL = '#8b95a8';
export const STEEL_SOFT = '#c3cad7';
export const STEEL_PALE = '#e6eaf1';
export const PAPER = '#fffdf7';
export const PAPER_EDGE = '#e0d5c3';
export const WOOD = '#cf9a62';
export const WOOD_DEEP = '#a87441';
export const WOOD_SOFT = '#e5bd8c';
export const SCREEN = '#19212f';

export function layers(...parts: readonly string[]): string {
	return parts.join('');
}

export function rect(
	x: number,
	y: number,
	width: number,
	height: number,
	radius: number,
	colour: string,
): string {
	return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${colour}"/>`;
}

export function disc(x: number, y: number, radius: number, colour: string): string {
	return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
}

export function ring(x: number, y: number, radius: number, colour: string, width: number): string {
	return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

export function oval(x: number, y: number, across: number, high: number, colour: string): string {
	return `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${high}" fill="${colour}"/>`;
}

export function fill(path: string, colour: string): string {
	return `<path d="${path}" fill="${colour}" stroke="${colour}" stroke-width="1" stroke-linejoin="round"/>`;
}

export function line(path: string, colour: string, width: number): string {
	return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Where light falls on what was drawn before. */
export function light(path: string, opacity = 0.22): string {
	return `<path d="${path}" fill="#fff" opacity="${opacity}"/>`;
}

/** Where what was drawn before lies in its own shade. */
export function shade(path: string, opacity = 0.13): string {
	return `<path d="${path}" fill="#161a33" opacity="${opacity}"/>`;
}

/** The soft shadow on the floor below a thing that stands. */
export function ground(x: number, y: number, across: number): string {
	return layers(
		oval(x, y, across * 1.12, 15, 'url(#ground)'),
		`<ellipse cx="${x}" cy="${y}" rx="${across * 0.9}" ry="6" fill="#161a33" opacity=".1"/>`,
	);
}

/** The shadow beside a flat thing that lies. */
export function drop(x: number, y: number, width: number, height: number, radius: number): string {
	return layers(
		`<rect x="${x + 4}" y="${y + 9}" width="${width}" height="${height}" rx="${radius}" fill="#161a33" opacity=".07"/>`,
		`<rect x="${x + 2}" y="${y + 5}" width="${width}" height="${height}" rx="${radius}" fill="#161a33" opacity=".11"/>`,
	);
}

export function turn(degrees: number, x: number, y: number, ...parts: readonly string[]): string {
	return `<g transform="rotate(${degrees} ${x} ${y})">${parts.join('')}</g>`;
}

/** Moves parts and then makes them larger or smaller around their own origin. */
export function place(x: number, y: number, scale: number, ...parts: readonly string[]): string {
	return `<g transform="translate(${x} ${y}) scale(${scale})">${parts.join('')}</g>`;
}

export function faint(opacity: number, ...parts: readonly string[]): string {
	return `<g opacity="${opacity}">${parts.join('')}</g>`;
}

export function times(count: number, draw: (index: number) => string): string {
	return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** The same small part at each of the given points. */
export function atEach(
	points: readonly (readonly [x: number, y: number])[],
	draw: (x: number, y: number, index: number) => string,
): string {
	return points.map(([x, y], index) => draw(x, y, index)).join('');
}

/** The entry of a fixed list that a number picks, starting over at its end. */
export function pick<T>(list: readonly [T, ...T[]], number: number): T {
	return list[number % list.length] ?? list[0];
}
