import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { blockPerson } from '#contract/chat/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakePerson } from '#tests/support/fake-person.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const button = page.getByRole('button', { name: 'More about Vikram' });
const menu = page.getByRole('menu');
const entry = (name: string) => menu.getByRole('menuitem', { name, exact: true });
const question = page.getByRole('alertdialog', { name: 'Block Vikram' });
const toast = (text: string) => page.getByRole('status').getByText(text);

async function block(): Promise<void> {
	await button.click();
	await entry('Block Vikram').click();
	await question.getByRole('button', { name: 'Block', exact: true }).click();
}

beforeEach(async () => {
	const { id } = fakePerson();
	await renderPage(`/people/${id}`, { as: STUDENT });
	await expect.element(button).toBeVisible();
});

test('the menu on a person’s page works by keyboard, and asks for confirmation before a block', async () => {
	button.element().focus();
	await userEvent.keyboard('{Enter}');
	await expect.element(entry('Report Vikram')).toHaveFocus();
	for (const [key, focused] of [
		['ArrowDown', 'Block Vikram'],
		['ArrowDown', 'Report Vikram'],
		['End', 'Block Vikram'],
	] as const) {
		await userEvent.keyboard(`{${key}}`);
		await expect.element(entry(focused)).toHaveFocus();
	}

	await userEvent.keyboard('{Enter}');
	await expect.element(question.getByText(BLOCK_MESSAGES.confirm('Vikram'))).toBeVisible();
	await userEvent.keyboard('{Escape}');

	await expect.element(question).not.toBeInTheDocument();
	await expect.element(button).toHaveFocus();
	expect(fakeApi.requests(blockPerson)).toEqual([]);
});

test('a person can be blocked, also after a try without a connection, and unblocked in the same menu', async () => {
	fakeApi.answer(blockPerson, NO_CONNECTION);
	await block();
	await expect.element(page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection)).toBeVisible();

	fakePerson();
	await block();
	await expect.element(toast(BLOCK_MESSAGES.blocked('Vikram'))).toBeVisible();
	await expect.element(button).toHaveFocus();

	await button.click();
	await entry('Unblock Vikram').click();
	await expect.element(toast(BLOCK_MESSAGES.unblocked('Vikram'))).toBeVisible();
	await button.click();
	await expect.element(entry('Block Vikram')).toBeVisible();
});
