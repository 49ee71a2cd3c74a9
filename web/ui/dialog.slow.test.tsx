import { useEffect, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem, samplePhoto } from '#tests/support/item-replies.ts';
import { renderApp, renderComponent } from '#tests/support/render-page.tsx';
import { Dialog } from './dialog.tsx';

const TITLE = 'Dividers of the dialogs';
const item = sampleItem({ title: TITLE, photos: [samplePhoto(0), samplePhoto(1)] });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Name and page of each dialog, how it is opened, and a text that shows that it is open. */
const DIALOGS: readonly [string, string, () => Promise<void>, string][] = [
	[
		'the confirmation before a sale',
		`/item/${item.id}`,
		() => press('Mark as Sold'),
		ITEM_MESSAGES.sellConfirmation,
	],
	[
		'the full-screen photo',
		`/item/${item.id}`,
		() => press('Photo 1 of 2: open full screen'),
		'1 / 2',
	],
	[
		'the list of suggested titles',
		'/rules',
		() => page.getByRole('combobox', { name: 'Search the market' }).fill('divid'),
		TITLE,
	],
	['the side menu', '/rules', () => press('Menu'), 'My Profile'],
];

test.each(DIALOGS)('%s is accessible', async (_, path, open, visibleText) => {
	fakeListing(item);
	fakeItemPage(item);
	await renderApp(path, { as: STUDENT });
	await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();

	await open();

	await expect.element(page.getByText(visibleText).first()).toBeVisible();
	await expectAccessible();
});

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

describe('Prerendered dialog', () => {
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
});
