import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderComponent } from '#tests/support/render-page.tsx';
import { Dialog } from './dialog.tsx';

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('a dialog stays open when a text selection ends outside it, and closes on a click outside', async () => {
	const close = vi.fn();
	await renderComponent(
		<Dialog open onClose={close} title="Report">
			<textarea aria-label="Description" defaultValue="No needle" />
		</Dialog>,
	);
	const outside = { targetPosition: { x: 5, y: 5 }, force: true };

	await userEvent.dragAndDrop(page.getByLabelText('Description'), document.body, outside);
	expect(close).not.toHaveBeenCalled();
	await userEvent.click(page.getByRole('dialog'), { position: { x: -200, y: 5 }, force: true });

	expect(close).toHaveBeenCalledOnce();
});

test('a dialog that must stay open is opened again when the browser closes it, as after pressing Escape repeatedly', async () => {
	await renderComponent(
		<Dialog open onClose={() => undefined} title="Sending">
			<button type="button">Send</button>
		</Dialog>,
	);
	const dialog = page.getByRole('dialog').element() as HTMLDialogElement;

	dialog.close();

	await expect.poll(() => dialog.matches(':modal')).toBe(true);
});

test('Escape closes a confirmation inside a dialog, but not the outer dialog', async () => {
	const close = vi.fn();
	function Announcement() {
		const [isAsking, setIsAsking] = useState(false);
		return (
			<Dialog open onClose={close} title="Announcement">
				<button type="button" onClick={() => setIsAsking(true)}>
					Send
				</button>
				<Dialog open={isAsking} onClose={() => setIsAsking(false)} title="Tell all users?">
					<p>Everybody sees it.</p>
				</Dialog>
			</Dialog>
		);
	}
	await renderComponent(<Announcement />);
	await press('Send');
	await expect.element(page.getByText('Everybody sees it.')).toBeVisible();

	await userEvent.keyboard('{Escape}');

	await expect.element(page.getByText('Everybody sees it.')).not.toBeInTheDocument();
	expect(close).not.toHaveBeenCalled();
});

const runEffect = vi.fn();

function Content() {
	useEffect(() => void runEffect(), []);
	return <input aria-label="Lowest price" />;
}

function Page() {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<>
			<button type="button" onClick={() => setIsOpen(true)}>
				Filters
			</button>
			<Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Filters" isPrerendered>
				<Content />
			</Dialog>
		</>
	);
}

test('a prerendered dialog takes the focus when it opens, and returns the focus to the button when it closes', async () => {
	await renderComponent(<Page />);

	await press('Filters');
	await expect.poll(() => document.querySelector('dialog:modal')).not.toBeNull();
	await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
	await userEvent.keyboard('{Escape}');

	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
	await expect.element(page.getByRole('button', { name: 'Filters' })).toHaveFocus();
});
