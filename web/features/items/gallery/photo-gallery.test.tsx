import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { samplePhoto } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const dialog = page.getByRole('dialog', { name: 'Photo of Drafter' });
const inDialog = (name: string) => dialog.getByRole('button', { name });
const photoButton = (number: number) =>
	page.getByRole('button', { name: `Photo ${number} of 3: open full screen` });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function renderGallery(width = 1024, photos = [0, 1, 2].map((index) => samplePhoto(index))) {
	const { id } = fakeItemPage({ title: 'Drafter', category: 'Instruments', photos });
	await renderPage(`/item/${id}`, { width });
	await expect.element(page.getByText(`1 / ${photos.length}`).first()).toBeVisible();
}

/** Expects the number over the photos, and its announcement. */
async function expectShown(number: number): Promise<void> {
	await expect.element(page.getByText(`${number} / 3`).first()).toBeVisible();
	await expect.element(page.getByText(`Photo ${number} of 3`, { exact: true })).toBeInTheDocument();
	const slide = photoButton(number).element().getBoundingClientRect();
	expect(slide.width).toBeGreaterThan(0);
}

/** The scroll container of the photos. */
const viewport = () => photoButton(1).element().closest('ul')?.parentElement as HTMLElement;

/** Scrolls to a photo, as a swipe does. */
function swipeTo(number: number): void {
	const { clientWidth } = viewport();
	viewport().scrollTo({ left: (number - 1) * clientWidth, behavior: 'instant' });
}

async function openFullScreen(): Promise<void> {
	photoButton(1).element().focus();
	await userEvent.keyboard('{Enter}');
	await expect.element(dialog).toBeVisible();
}

test('buttons, thumbnails and arrow keys of the gallery change the photo, and each photo is announced', async () => {
	await renderGallery();
	const steps: [step: () => Promise<void>, number: number][] = [
		[() => press('Next photo'), 2],
		[() => press('Previous photo'), 1],
		[() => press('Previous photo'), 3],
		[() => press('Show photo 2'), 2],
		[() => press('Show photo 1'), 1],
		[() => userEvent.keyboard('{ArrowRight}'), 2],
		[() => userEvent.keyboard('{ArrowLeft}'), 1],
	];

	for (const [step, number] of steps) {
		await step();
		await expectShown(number);
	}
});

test('in full screen, arrow keys and buttons change the photo, in a zoomed photo the keys pan, and Escape returns the focus to the photo shown last', async () => {
	await renderGallery();
	await openFullScreen();
	const position = (text: string) => dialog.getByRole('status').getByText(text);
	for (const number of [2, 3]) {
		await userEvent.keyboard('{ArrowRight}');
		await expect.element(position(`${number} / 3`)).toBeVisible();
	}
	inDialog('Next photo').element().focus();
	await userEvent.keyboard('{Enter}');
	await expect.element(position('1 / 3')).toBeVisible();
	await expect.element(inDialog('Next photo')).toHaveFocus();
	await userEvent.keyboard('{Enter}');
	await expect.element(position('2 / 3')).toBeVisible();

	await inDialog('Zoom in').click();
	const frame = dialog.getByRole('region', { name: 'Photo' }).element();
	await expect.poll(() => frame.scrollLeft).toBeGreaterThan(0);
	const middle = frame.scrollLeft;
	frame.focus();
	await userEvent.keyboard('{ArrowRight}');
	await expect.poll(() => frame.scrollLeft).toBeGreaterThan(middle);
	await expect.element(dialog.getByText('2 / 3')).toBeVisible();
	await userEvent.keyboard('{Escape}');

	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(photoButton(2)).toHaveFocus();
});

test('a photo that fails to load is replaced by a “No Image” placeholder of the same shape', async () => {
	await renderGallery(1024, [{ ...samplePhoto(0), url: '/nowhere.png' }, samplePhoto(1)]);
	const frame = page.getByRole('button', { name: 'Photo 1 of 2: open full screen' });

	await expect.element(frame.getByText('No Image')).toBeVisible();

	const { width, height } = frame.element().getBoundingClientRect();
	expect(width / height).toBeCloseTo(4 / 3, 1);
});

test('on a phone, a swipe shows the next photo, and a back link leads to the category if there is no earlier page', async () => {
	await renderGallery(360);
	swipeTo(2);
	await expectShown(2);
	const back = page.getByRole('link', { name: 'Back', exact: true });
	await expect.element(back).toBeVisible();
	await expect.element(back).toHaveAttribute('href', '/category/Instruments');

	await page.viewport(1024, 780);

	await expect.element(back).not.toBeInTheDocument();
});
