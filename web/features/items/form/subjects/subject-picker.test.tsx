import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { sampleCatalogue } from '#tests/support/catalogue-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { SubjectPicker } from './subject-picker.tsx';

const input = page.getByRole('combobox', { name: 'For which subjects' });
const options = page.getByRole('option');
const optionTexts = () => options.elements().map(({ textContent }) => textContent);
const chips = page.getByRole('button', { name: /^Remove/ });
const chipNames = () => chips.elements().map((chip) => chip.getAttribute('aria-label'));

/** Renders the picker in a form with the title of an item. */
async function openPicker({ title = '', initial = [] as string[] } = {}): Promise<void> {
	fakeApi.answer(getCatalogue, sampleCatalogue());
	await renderComponent(
		<main>
			<h1>An item</h1>
			<form onSubmit={() => expect.fail('The form was sent.')}>
				<input name="title" aria-label="Title" defaultValue={title} />
				<SubjectPicker initial={initial} errors={[]} />
				{/* Without a submit button, Enter does not submit a form with two fields. */}
				<button type="submit">Send</button>
			</form>
		</main>,
	);
}

describe('picker for the subjects of an item', () => {
	test('subjects that the item’s title names are offered first', async () => {
		await openPicker({ title: 'Signals and Systems, Oppenheim' });

		await input.click();

		await expect
			.poll(optionTexts)
			.toEqual([
				'EC301Signals & Systems',
				'ME101Engineering Drawing',
				'EC302Control Systems',
				'ME302Heat Transfer',
			]);
		await expectAccessible();
	});

	test('subjects can be found, chosen and removed with the keyboard', async () => {
		await openPicker();
		await input.fill('systems');
		await expect.poll(optionTexts).toHaveLength(2);

		await userEvent.keyboard('{ArrowDown}{ArrowDown}');
		expect(document.activeElement?.getAttribute('aria-activedescendant')).toBe(
			options.elements()[1]?.id,
		);
		await userEvent.keyboard('{Enter}');

		await expect.poll(chipNames).toEqual(['Remove EC302 Control Systems']);
		await expect.element(input).toHaveValue('');
		await expect.element(input).toHaveFocus();
		await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
		await expect.poll(chipNames).toEqual([]);
		await expect.element(input).toHaveFocus();
		await expect.element(options).not.toBeInTheDocument();
	});

	test('Enter on a text that matches no subject does not submit the form', async () => {
		await openPicker();
		await input.fill('zz99');

		await userEvent.keyboard('{Enter}');

		await expect.element(input).toHaveValue('zz99');
	});

	test('Enter on a typed code chooses the subject and does not submit the form', async () => {
		await openPicker();
		await input.fill('me302');
		await expect.poll(optionTexts).toHaveLength(1);

		await userEvent.keyboard('{Enter}');

		await expect.poll(chipNames).toEqual(['Remove ME302 Heat Transfer']);
	});

	test('an item can have three subjects at most', async () => {
		await openPicker({ initial: ['EC301', 'EC302'] });
		await expect.poll(chipNames).toHaveLength(2);

		await input.fill('heat');
		await options.click();

		await expect.poll(chipNames).toHaveLength(3);
		await expect.element(input).not.toBeInTheDocument();
		await expect.element(page.getByText('3 are chosen.')).toBeVisible();
		await expect.element(chips.last()).toHaveFocus();
		await chips.first().click();
		await expect.element(input).toBeVisible();
	});

	test('a typed text that chose no subject is cleared when the input loses the focus', async () => {
		await openPicker();
		await input.fill('sig');

		await page.getByLabelText('Title').click();

		await expect.element(input).toHaveValue('');
		await expect.poll(chipNames).toEqual([]);
	});

	test('a chosen subject that is no longer in the catalogue is shown by its code', async () => {
		await openPicker({ initial: ['XX1'] });

		await expect.poll(chipNames).toEqual(['Remove XX1']);
	});

	test('the subject picker is missing when the college has no list of subjects', async () => {
		fakeApi.answer(getCatalogue, { ...sampleCatalogue(), subjects: [] });
		await renderComponent(<SubjectPicker initial={[]} errors={[]} />);

		await expect.element(input).not.toBeInTheDocument();
	});
});
