import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CATALOGUE_MESSAGES, changeSpots } from '#contract/admin/catalogue.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { OwnAdministrator } from '#contract/admin/session.ts';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { button } from '#tests/support/admin-locators.ts';
import { sampleSpots } from '#tests/support/catalogue-replies.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeCatalogueLists } from '#tests/support/fake-catalogue.ts';
import { renderAdminPage } from '#tests/support/render-admin-page.tsx';

const [, GATE] = sampleSpots();
const status = page.getByRole('status');
const save = button('Save spots');
const field = (name: 'Name' | 'Hint' | 'Opens' | 'Closes', position: number) =>
	page.getByLabelText(`${name} of spot ${position}`);
const lastSpots = () => fakeApi.requests(changeSpots).at(-1)?.body.spots;

async function openSpots(as: OwnAdministrator = SUPER_ADMIN) {
	await renderAdminPage(`${ADMIN_PAGES.campus}?list=spots`, { as, width: 1280 });
	await expect
		.element(page.getByRole('tab', { name: 'Spots' }))
		.toHaveAttribute('aria-selected', 'true');
	await expect.element(page.getByRole('list', { name: 'Spots' })).toBeInTheDocument();
}

test('hand-over spots are added, changed and removed, and a changed spot keeps its id', async () => {
	fakeCatalogueLists();
	await openSpots();

	await button('Remove Library steps').click();
	await expect.element(field('Name', 1)).toHaveFocus();
	await field('Hint', 1).fill('At the guard');
	await field('Closes', 1).fill('23:30');
	await button('Add spot').click();
	await expect.element(field('Name', 2)).toHaveFocus();
	await field('Name', 2).fill('Canteen');
	await field('Opens', 2).fill('07:30');
	await save.click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	expect(lastSpots()).toEqual([
		{ ...GATE, hint: 'At the guard', closes: '23:30' },
		{ name: 'Canteen', hint: '', opens: '07:30', closes: '20:00' },
	]);
});

test('a hand-over spot that is open past midnight shows that it closes on the next day', async () => {
	fakeCatalogueLists();
	await openSpots();
	const nextDay = page.getByText('on the next day');

	await expect
		.element(page.getByRole('listitem').nth(1).getByText('on the next day'))
		.toBeVisible();
	await field('Closes', 2).fill('23:00');
	await expect.element(nextDay).not.toBeInTheDocument();
});

test.each([
	[
		'a name that another spot has',
		'Name',
		'library STEPS',
		CATALOGUE_ERRORS.spotNameTaken('library STEPS'),
	],
	['equal opening and closing times', 'Closes', '18:00', CATALOGUE_ERRORS.spotHours],
] as const)(
	'a hand-over spot with %s shows the error at the faulty field and is not sent',
	async (_, name, value, { message }) => {
		fakeCatalogueLists();
		await openSpots();

		await field(name, 2).fill(value);
		await save.click();

		await expect.element(field(name, 2)).toHaveFocus();
		await expect.element(field(name, 2)).toHaveAccessibleDescription(message);
		expect(fakeApi.requests(changeSpots)).toEqual([]);
	},
);

test('a new hand-over spot that is edited during its first save is updated by the next save, not added again', async () => {
	fakeCatalogueLists();
	await openSpots();
	const release = fakeApi.hold(changeSpots);
	await button('Add spot').click();
	await field('Name', 3).fill('Canteen');
	await save.click();

	await field('Hint', 3).fill('At the till');
	release();
	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	await expect.element(field('Hint', 3)).toHaveValue('At the till');
	await expect.element(field('Hint', 3)).toHaveFocus();
	await save.click();

	await expect.poll(() => fakeApi.requests(changeSpots).length).toBe(2);
	expect(lastSpots()?.[2]).toMatchObject({ id: expect.any(Number), hint: 'At the till' });
});

test('removing the last hand-over spot moves the focus to the “Add spot” button', async () => {
	fakeCatalogueLists({ spots: sampleSpots().slice(0, 1) });
	await openSpots();

	await button('Remove Library steps').click();

	await expect.element(page.getByText('There are no spots yet.')).toBeVisible();
	await expect.element(button('Add spot')).toHaveFocus();
	await save.click();
	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	expect(lastSpots()).toEqual([]);
});
