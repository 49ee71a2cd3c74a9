import type { ReactNode } from 'react';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react/pure';

/** Screens of at least this width are no phones, in CSS pixels. */
const TABLET_WIDTH = 760;

/** Renders into an element like that of the pages' HTML, which the styles refer to. */
export async function renderInRoot(content: ReactNode): Promise<void> {
	const container = document.createElement('div');
	container.id = 'root';
	document.body.append(container);
	await render(content, { container });
}

export async function setWidth(width: number): Promise<void> {
	await page.viewport(width, width < TABLET_WIDTH ? 780 : 860);
}
