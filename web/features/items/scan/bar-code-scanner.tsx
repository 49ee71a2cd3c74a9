import { type ChangeEvent, useId, useRef, useState } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { openDetector } from './bar-code-detector.ts';
import { type Reading, readIsbn } from './read-isbn.ts';
import { type CameraState, useCamera } from './use-camera.ts';
import { useScan } from './use-scan.ts';

const CAMERA_TEXTS: Record<CameraState, string> = {
	starting: 'Your browser asks whether the camera may be used.',
	running: 'Hold the bar code on the back of the book into the picture.',
	refused:
		'The camera is not allowed here. You can allow it in the settings of your browser, choose a photo of the bar code, or type the number.',
	missing: 'No camera was found. You can choose a photo of the bar code, or type the number.',
	failed:
		'The camera is in use or does not answer. You can choose a photo of the bar code, or type the number.',
};
const NOT_AN_ISBN = 'This bar code is not that of a book. The ISBN begins with 978 or 979.';
const NOTHING_FOUND =
	'No bar code was found in this photo. Try one that is sharp and shows it large.';
const NOT_SUPPORTED = 'This browser cannot read bar codes. Please type the number.';

/** Shows the camera's video and scans it until an ISBN is found. A photo of the bar code can be chosen instead. */
export function BarCodeScanner({ onFound }: { onFound: (isbn: string) => void }) {
	const video = useRef<HTMLVideoElement>(null);
	const camera = useCamera(video);
	const [message, setMessage] = useState<string>();
	useScan(video, camera === 'running', handleReading, () => setMessage(NOT_SUPPORTED));

	function handleReading(reading: Reading) {
		if (reading.kind === 'isbn') onFound(reading.isbn);
		else if (reading.kind === 'other') setMessage(NOT_AN_ISBN);
	}

	async function handlePhoto(file: File) {
		setMessage(undefined);
		const detector = await openDetector();
		if (!detector) return setMessage(NOT_SUPPORTED);
		const picture = await createImageBitmap(file).catch(() => undefined);
		const reading = picture && (await readIsbn(detector, picture).catch(() => undefined));
		picture?.close();
		if (!reading || reading.kind === 'nothing') setMessage(NOTHING_FOUND);
		else handleReading(reading);
	}

	const hasPicture = camera === 'starting' || camera === 'running';
	return (
		<>
			{hasPicture && (
				<video
					ref={video}
					muted
					playsInline
					aria-label="Picture of the camera"
					className="aspect-4/3 w-full rounded-card bg-sunken object-cover"
				/>
			)}
			<p role="status" className="min-h-[2.8em] text-sm text-ink-soft">
				{message ?? CAMERA_TEXTS[camera]}
			</p>
			<PhotoChoice onPick={(file) => void handlePhoto(file)} />
		</>
	);
}

/** A file input for a photo, which on phones also offers the camera. */
function PhotoChoice({ onPick }: { onPick: (file: File) => void }) {
	const id = useId();

	function handlePick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
		const [file] = currentTarget.files ?? [];
		// Without this, picking the same file again would fire no change event.
		currentTarget.value = '';
		if (file) onPick(file);
	}

	return (
		<div className="grid">
			<input id={id} type="file" accept="image/*" onChange={handlePick} className="peer sr-only" />
			<label
				htmlFor={id}
				className={`${buttonClass('plain', 'normal')} outline-offset-2 peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-link`}
			>
				Choose a photo of it
			</label>
		</div>
	);
}
