import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { dismissToast, toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

test('a message that comes before a server-rendered page is hydrated is shown, and nothing is rendered anew', async () => {
	const container = document.createElement('div');
	container.innerHTML = renderToString(<Toaster />);
	document.body.append(container);
	const key = toast('Your session has ended.');
	const errors: unknown[] = [];

	const root = hydrateRoot(container, <Toaster />, {
		onRecoverableError: (error) => errors.push(error),
	});
	onTestFinished(() => {
		dismissToast(key);
		root.unmount();
		container.remove();
	});

	await expect.element(page.getByText('Your session has ended.')).toBeVisible();
	expect(errors).toEqual([]);
});
