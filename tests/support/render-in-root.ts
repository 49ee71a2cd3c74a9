import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react/pure';

/** Renders into an element like that of the pages' HTML, which the styles refer to. */
export async function renderInRoot(content: ReactNode): Promise<void> {
	const container = document.createElement('div');
	container.id = 'root';
	document.body.append(container);
	await render(content, { container });
}
