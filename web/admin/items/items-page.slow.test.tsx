import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import { NOTE_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import {
	ADMIN_ITEM_MESSAGES,
	banItem,
	correctItem,
	listAdminItems,
} from '#contract/admin/items.ts';
import { listCategories } from '#contract/catalogue/endpoints.ts';
import { isolated } from '#contract/core/format.ts';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import {
	answerQuestion,
	button,
	panelOf,
	press,
	question,
	rowOf,
	selection,
	text,
} from '#tests/support/admin-locators.ts';
import { adminItem, fakeAdminItems } from '#tests/support/fake-admin-items.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { samplePhoto } from '#tests/support/item-replies.ts';
import { CLOSED_REPLY, SITE_IS_CLOSED } from '#tests/support/maintenance-replies.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const selectAll = page.getByRole('checkbox', { name: 'Select all items on this page' });
const openItems = (query = '', width = 1440) =>
	renderAdminPage(`/admin/items${query}`, { as: ADMIN, width });

describe('Item list of the back-office', () => {
	test('although the public list of categories is closed during maintenance, the category filter and the panel of an item are complete', async () => {
		const drafter = adminItem('Drafter', { category: 'Books', details: { author: 'Oppenheim' } });
		fakeAdminItems(drafter);
		fakeApi.answer(getMaintenance, SITE_IS_CLOSED);
		fakeApi.answer(listCategories, Response.json(CLOSED_REPLY, { status: 503 }));
		await openItems(`?item=${drafter.id}`);

		await expect.element(text('Oppenheim', panelOf('Drafter'))).toBeVisible();
		const category = page.getByRole('combobox', { name: 'Category' });
		await expect.element(category.getByRole('option', { name: 'Books' })).toBeInTheDocument();
	});

	test('when the page number in the URL is too high, the list offers a button to the last page', async () => {
		fakeAdminItems(adminItem('Bucket'));
		await openItems('?page=99');
		const nothing = page.getByRole('heading', { name: 'Nothing is left on this page' });
		await expect.element(nothing).toBeVisible();

		await button('To the last page').click();

		await expect.element(rowOf('Bucket')).toBeVisible();
	});

	test('unbanning an item asks for confirmation, since users who saved the item are notified', async () => {
		fakeAdminItems(adminItem('Lamp', { status: 'banned' }));
		await openItems();
		await expect.element(button('Unban Lamp')).toBeVisible();

		await press('j', 'b');
		await expect.element(question.getByText(/who saved it is told/)).toBeVisible();
		await answerQuestion('Unban');

		await expect.element(button('Ban Lamp')).toBeVisible();
	});

	test('a letter key deletes the focused item once a reason is given, the focus moves to the next item, and Undo brings it back', async () => {
		fakeAdminItems(adminItem('First'), adminItem('Second'));
		await openItems();
		await expect.element(rowOf('Second')).toBeVisible();

		await press('j', 'd');
		const deletion = page.getByRole('dialog', { name: /^Delete .*Second/ });
		await expect.element(text(ADMIN_ITEM_MESSAGES.deleteConfirmation, deletion)).toBeVisible();
		await button('Cancel', deletion).click();
		await press('d');
		await button('Delete', deletion).click();
		await expect.element(text(NOTE_ERRORS.deletionReason.message, deletion)).toBeVisible();
		await deletion.getByLabelText('Reason').fill('Not yours to sell');
		await button('Delete', deletion).click();

		await expect.element(page.getByText(ADMIN_ITEM_MESSAGES.deleted)).toBeVisible();
		await expect.element(rowOf('Second')).not.toBeInTheDocument();
		await expect.element(button('View First')).toHaveFocus();
		await button('Undo').click();
		await expect.element(rowOf('Second')).toBeVisible();
	});

	test('when a picture fails to load, the list is requested exactly once more', async () => {
		fakeAdminItems(
			adminItem('Guitar', { photos: [{ ...samplePhoto(0), url: '/photos/gone.webp' }] }),
		);
		await openItems();

		await expect.element(rowOf('Guitar').getByText('No Image')).toBeVisible();
		// Two requests when the page opens, because of React's strict mode, and one because of the picture.
		const countLoads = () => fakeApi.requests(listAdminItems).length;
		await expect.poll(countLoads).toBe(3);
		await button('View Guitar').click();

		await expect.element(panelOf('Guitar').getByText('No Image')).toBeVisible();
		expect(countLoads()).toBe(3);
	});
});

describe('Bulk changes of items', () => {
	test('before a bulk ban, the confirmation dialog states how many items will change; Undo lifts the ban', async () => {
		fakeAdminItems(adminItem('Red'), adminItem('Blue'));
		await openItems();

		await selectAll.click();
		await button('Unban', selection).click();
		await expect.element(question.getByText('Nothing would change.')).toBeVisible();
		await answerQuestion('Cancel');
		await button('Ban', selection).click();
		// Read by screen readers together with the title.
		await expect.element(question).toHaveAccessibleDescription(/^Ban 2 items\./);
		await answerQuestion('Ban');
		await expect.element(button('Unban Red')).toBeVisible();
		await button('Undo').click();

		await expect.element(page.getByText('Undone.')).toBeVisible();
		await expect.element(button('Ban Blue')).toBeVisible();
	});

	test('when a colleague changes a selected item, the item is deselected and the confirmation dialog closes with a message', async () => {
		const [red, blue] = [adminItem('Red'), adminItem('Blue')];
		const stored = fakeAdminItems(red, blue);
		await openItems('?status=available');
		await page.getByRole('checkbox', { name: 'Select Red' }).click();
		await button('Ban', selection).click();
		await expect.element(question).toBeVisible();

		stored.change(red.id, { status: 'banned' });
		await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'items' });
		await expect.element(selection).not.toBeInTheDocument();
		await page.getByRole('checkbox', { name: 'Select Blue' }).click();

		await expect.element(selection.getByText('1 selected')).toBeVisible();
		await expect.element(question).not.toBeInTheDocument();
		const gone = page.getByRole('alert').getByText(BULK_MESSAGES.selectionGone);
		await expect.element(gone).toBeVisible();
	});
});

describe('Panel of an item', () => {
	test('title and category of an item can be corrected', async () => {
		const lamp = adminItem('Lamb');
		fakeAdminItems(lamp);
		await openItems(`?item=${lamp.id}`);

		await button('Correct title or category').click();
		const dialog = page.getByRole('dialog', { name: `Correct ${isolated('Lamb')}` });
		await dialog.getByLabelText('Title').fill('Lamp');
		await dialog.getByLabelText('Category').selectOptions('Books');
		await button('Correct', dialog).click();

		await expect.element(page.getByText(ADMIN_ITEM_MESSAGES.corrected)).toBeVisible();
		const corrected = fakeApi.requests(correctItem).map(({ body }) => body);
		expect(corrected).toEqual([{ title: 'Lamp', category: 'Books' }]);
		await expect.element(panelOf('Lamp')).toBeVisible();
	});

	test('the panel shows all details and enlarged pictures, and can put the item back on sale', async () => {
		const drafter = adminItem('Drafter', {
			status: 'sold',
			photos: [samplePhoto(0), samplePhoto(1)],
			category: 'Books',
			condition: 'fair',
			details: { author: 'Oppenheim' },
			subjects: ['EC301', 'EC302'],
			isPriceFixed: true,
		});
		fakeAdminItems(drafter);
		await openItems(`?item=${drafter.id}`);
		const panel = panelOf('Drafter');
		await expect.element(panel.getByText('With clips.')).toBeVisible();
		await expect.element(panel.getByText('meera@campus.example')).toBeVisible();
		for (const stated of ['Fair', 'Price fixed', 'Oppenheim', 'EC301, EC302'])
			await expect.element(text(stated, panel)).toBeVisible();
		const owner = panel.getByRole('link', { name: 'Meera' });
		await expect.element(owner).toHaveAttribute('href', '/admin/users?user=7');

		await button('Enlarge picture 2', panel).click();
		const large = panelOf('Pictures of Drafter');
		await expect.element(large.getByRole('img', { name: 'Picture 2 of 2' })).toBeVisible();
		await press('{ArrowRight}');
		await expect.element(large.getByRole('img', { name: 'Picture 1 of 2' })).toBeVisible();
		await press('{Escape}');
		await expect.element(large).not.toBeInTheDocument();
		await press('r');
		await answerQuestion('Relist');

		await expect.element(page.getByText(ADMIN_ITEM_MESSAGES.relisted)).toBeVisible();
		await expect.element(text('Available', panel)).toBeVisible();
	});

	test('an administrator bans an item with a reason, which the panel shows; Undo lifts the ban', async () => {
		fakeAdminItems(adminItem('Cycle'));
		await openItems();

		await button('Ban Cycle').click();
		await panelOf('Ban Cycle').getByLabelText('Reason (optional)').fill('Found on campus.');
		await button('Ban', panelOf('Ban Cycle')).click();
		await expect.element(page.getByText(ADMIN_ITEM_MESSAGES.banned)).toBeVisible();
		await button('View Cycle').click();
		await expect.element(panelOf('Cycle').getByText('Found on campus.')).toBeVisible();
		expect(fakeApi.requests(banItem)).toHaveLength(1);
		await button('Undo').click();

		await expect.element(page.getByText('Undone.')).toBeVisible();
		await expect.element(text('Available', panelOf('Cycle'))).toBeVisible();
	});

	test.each([
		['on sale', 'links', true, {}],
		[
			'of a banned owner',
			'does not link',
			false,
			{ User: { id: 7, userName: 'Meera', email: null, isBanned: true } },
		],
	] as const)(
		'the panel of an item %s %s to the public page',
		async (_which, _links, isPublic, changes) => {
			const lamp = adminItem('Lamp', changes);
			fakeAdminItems(lamp);
			await openItems(`?item=${lamp.id}`);
			const label = isPublic ? 'Available' : ADMIN_ITEM_MESSAGES.ownerBanned;
			await expect.element(text(label, panelOf('Lamp'))).toBeVisible();

			const link = panelOf('Lamp').getByRole('link', { name: /^Public page/ });
			expect(link.elements()).toHaveLength(isPublic ? 1 : 0);
			expect(panelOf('Lamp').getByText('(banned)').elements()).toHaveLength(isPublic ? 0 : 1);
		},
	);
});
