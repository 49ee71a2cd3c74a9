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

	test('Enter on a typed code chooses the subject and does not submit the form; other text is cleared when the input loses the focus', async () => {
		await openPicker();
		await input.fill('me302');
		await expect.poll(optionTexts).toHaveLength(1);
		await userEvent.keyboard('{Enter}');
		await expect.poll(chipNames).toEqual(['Remove ME302 Heat Transfer']);

		await input.fill('sig');
		await page.getByLabelText('Title').click();

		await expect.element(input).toHaveValue('');
		await expect.poll(chipNames).toEqual(['Remove ME302 Heat Transfer']);
	});
});
