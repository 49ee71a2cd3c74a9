import { Camera } from 'lucide-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { ACCEPTED_TYPES } from '#web/features/photos/photo-files.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type PickedPicture, readPickedPicture, releasePreview } from './picked-picture.ts';
import { PictureDialog } from './picture-dialog.tsx';

/** Picks a new profile picture and opens the dialog to crop it. */
export function PictureButton() {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const [picked, setPicked] = useState<PickedPicture>();
	const [isReading, setIsReading] = useState(false);
	/** The name of a picked file that is not a picture. */
	const [unreadable, setUnreadable] = useState<string>();

	async function handlePick(event: ChangeEvent<HTMLInputElement>) {
		const [file] = event.currentTarget.files ?? [];
		// Without this, picking the same file again would fire no change event.
		event.currentTarget.value = '';
		if (!file) return;
		setUnreadable(undefined);
		setIsReading(true);
		const picture = await readPickedPicture(file);
		setIsReading(false);
		setPicked(picture);
		if (!picture) setUnreadable(file.name);
	}

	function close() {
		if (picked) releasePreview(picked);
		// The dialog is unmounted together with the picked picture, so it cannot return the focus itself.
		flushSync(() => setPicked(undefined));
		input.current?.focus();
	}

	return (
		<div className="grid gap-2">
			<div className="relative">
				<input
					ref={input}
					id={id}
					type="file"
					accept={ACCEPTED_TYPES}
					aria-disabled={isReading || undefined}
					onClick={(event) => {
						if (isReading) event.preventDefault();
					}}
					onChange={(event) => void handlePick(event)}
					className="peer sr-only"
				/>
				<label
					htmlFor={id}
					className={buttonClass(
						'plain',
						'normal',
						'w-full outline-offset-2 peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-link peer-aria-disabled:cursor-default peer-aria-disabled:opacity-75',
					)}
				>
					{isReading ? <Spinner /> : <Camera aria-hidden="true" className="size-5 shrink-0" />}
					<span>Upload New Picture</span>
				</label>
			</div>
			{unreadable && (
				<>
					<FormAlert>{PROFILE_MESSAGES.pictureFailed}</FormAlert>
					<p className="text-sm wrap-anywhere text-ink-soft">
						{PHOTO_ERRORS.unreadable([unreadable]).message}
					</p>
				</>
			)}
			{picked && <PictureDialog picked={picked} onClose={close} />}
		</div>
	);
}
