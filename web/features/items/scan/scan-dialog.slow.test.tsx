import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { pictureFile } from '#tests/support/fake-item-form.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { IsbnField } from '#web/features/items/form/isbn-field.tsx';

const ISBN = '9780138147570';
const field = page.getByLabelText('ISBN');
const scanButton = page.getByRole('button', { name: 'Scan the bar code' });
const dialog = page.getByRole('dialog', { name: 'Scan the bar code' });

/** The codes and formats that the fake detector reads, and the answer to a request for the camera. */
let codes: string[];
let formats: string[];
let camera: () => Promise<MediaStream>;
const tracks: MediaStreamTrack[] = [];

function runningCamera(): Promise<MediaStream> {
	const canvas = document.createElement('canvas');
	canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
	const stream = canvas.captureStream(30);
	tracks.push(...stream.getTracks());
	return Promise.resolve(stream);
}

const failingCamera = (name: string) => () => Promise.reject(new DOMException('No.', name));

beforeEach(() => {
	codes = [];
	formats = ['ean_13', 'qr_code'];
	camera = runningCamera;
	tracks.length = 0;
	window.BarcodeDetector = class {
		static getSupportedFormats = async () => formats;
		detect = async () => codes.map((rawValue) => ({ rawValue }));
	};
	vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(() => camera());
	onTestFinished(() => {
		delete window.BarcodeDetector;
	});
});

async function openField(): Promise<void> {
	await renderComponent(
		<main>
			<h1>A book</h1>
			<IsbnField
				name="details.isbn"
				label="ISBN"
				initial=""
				errors={[]}
				onChange={() => undefined}
			/>
		</main>,
	);
	await expect.element(field).toBeVisible();
}

async function openScan(): Promise<void> {
	await openField();
	await scanButton.click();
	await expect.element(dialog).toBeVisible();
}

const trackStates = () => tracks.map(({ readyState }) => readyState);

describe('scanning the bar code of a book', () => {
	test('a scanned bar code of a book is filled in as the ISBN, another is not, and the camera is released', async () => {
		await openScan();
		await expect
			.element(dialog.getByText('Hold the bar code on the back of the book'))
			.toBeVisible();
		await expectAccessible();

		codes = ['5901234123457'];
		await expect.element(dialog.getByText('not that of a book')).toBeVisible();
		codes = ['5901234123457', ISBN];

		await expect.element(field).toHaveValue(ISBN);
		await expect.element(dialog).not.toBeInTheDocument();
		await expect.poll(() => new Set(trackStates())).toEqual(new Set(['ended']));
	});

	test('closing the dialog releases the camera', async () => {
		await openScan();
		await expect.poll(trackStates).toContain('live');

		await dialog.getByRole('button', { name: 'Close' }).click();

		await expect.poll(() => new Set(trackStates())).toEqual(new Set(['ended']));
		await expect.element(scanButton).toHaveFocus();
	});

	test('a camera that is allowed only after the dialog was closed is released', async () => {
		const { promise, resolve } = Promise.withResolvers<void>();
		camera = () => promise.then(runningCamera);
		await openScan();
		await dialog.getByRole('button', { name: 'Close' }).click();

		resolve();

		await expect.poll(trackStates).not.toEqual([]);
		await expect.poll(() => new Set(trackStates())).toEqual(new Set(['ended']));
	});

	test('the scan dialog explains what is wrong with the camera', async () => {
		camera = failingCamera('NotFoundError');
		await openScan();

		await expect.element(dialog.getByText('No camera was found.')).toBeVisible();
	});

	test('when the camera is not allowed, the ISBN can be read from a photo', async () => {
		camera = failingCamera('NotAllowedError');
		await openScan();
		await expect.element(dialog.getByText('The camera is not allowed here.')).toBeVisible();
		await expectAccessible();
		const photo = await pictureFile('back.jpg', 80, 60);
		await dialog.getByLabelText('Choose a photo of it').upload(photo);
		await expect.element(dialog.getByText('No bar code was found in this photo.')).toBeVisible();

		codes = [ISBN];
		await dialog.getByLabelText('Choose a photo of it').upload(photo);

		await expect.element(field).toHaveValue(ISBN);
	});

	test('a browser without bar code detection shows no scan button', async () => {
		delete window.BarcodeDetector;
		await openField();

		await expect.element(scanButton).not.toBeInTheDocument();
	});
});
