import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeBlocks } from '#tests/support/fake-person.ts';
import { renderComponent, renderPage } from '#tests/support/render-page.tsx';
import { BlockedPeople } from './blocked-people.tsx';

const section = page.getByRole('region', { name: 'Blocked people' });
const unblocked = page.getByRole('status').getByText(BLOCK_MESSAGES.unblocked('Vikram'));

test('on the account page, the user sees the people they have blocked and can unblock them', async () => {
	fakeBlocks({ id: 99, userName: 'Vikram' }, { isBlocked: true });
	const blocked = (
		<main>
			<h1>Your account</h1>
			<BlockedPeople />
		</main>
	);
	await renderComponent(blocked, { path: '/account', as: STUDENT });
	const link = section.getByRole('link', { name: 'Vikram' });
	await expect.element(link).toHaveAttribute('href', '/people/99');
	await expectAccessible();

	await section.getByRole('button', { name: 'Unblock Vikram' }).click();

	await expect.element(unblocked).toBeVisible();
	await expect.element(section.getByText('You have not blocked anyone.')).toBeVisible();
	await expect.element(section.getByRole('heading', { name: 'Blocked people' })).toHaveFocus();
});

test('the item page says that its seller is blocked, and shows the chat link again after unblocking', async () => {
	const { id, userId } = fakeItemPage();
	fakeBlocks({ id: userId, userName: 'Vikram' }, { isBlocked: true });
	await renderPage(`/item/${id}`, { as: STUDENT, width: 360 });
	const chat = page.getByRole('link', { name: 'Chat with Seller' });
	await expect.element(page.getByText(BLOCK_MESSAGES.youBlocked)).toBeVisible();
	await expect.element(chat).not.toBeInTheDocument();

	await page.getByRole('button', { name: 'Unblock' }).click();

	await expect.element(unblocked).toBeVisible();
	await expect.element(chat).toHaveFocus();
});
