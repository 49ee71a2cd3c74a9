import { Camera } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { PHOTO_LIMITS, tooLargeAmong } from '#contract/photos.ts';
import { PROFILE_MESSAGES } from '#contract/profile.ts';
import { PICKED_TYPES, unreadableAmong } from '#web/features/item-form/photo-list.ts';
import { shrinkPhoto } from '#web/features/item-form/shrink.ts';
import { fitAll } from '#web/features/item-form/shrink-plan.ts';
import { UploadBar } from '#web/features/item-form/upload-bar.tsx';
import { useUpload } from '#web/features/item-form/use-upload.ts';
import { ApiError, isAborted } from '#web/lib/api-error.ts';
import { readCredentials } from '#web/lib/credentials.ts';
import { buttonLook } from '#web/ui/button-look.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useUpdatePicture } from './queries.ts';

/** Picks and sends a new profile picture; it follows the rules of a photo on edit. */
export function PictureButton() {
	const id = useId();
	const updating = useUpdatePicture();
	const upload = useUpload();
	const [isFitting, setIsFitting] = useState(false);
	const [refusal, setRefusal] = useState<string>();
	const isBusy = isFitting || updating.isPending;
	const failure = refusal ?? pictureFailure(updating.error);
	const reason = updating.error instanceof ApiError ? updating.error.message : '';

	async function send(picked: File) {
		updating.reset();
		const userId = readCredentials()?.userId;
		if (userId === undefined) return setRefusal(PROFILE_MESSAGES.noUserId);
		setIsFitting(picked.size > PHOTO_LIMITS.editMaxBytes);
		const files = await fitAll([picked], PHOTO_LIMITS.editMaxBytes, shrinkPhoto);
		setIsFitting(false);
		const rule = tooLargeAmong(files, PHOTO_LIMITS.editMaxBytes) ?? unreadableAmong(files);
		setRefusal(rule);
		const [file] = files;
		if (file && rule === undefined) updating.mutate({ userId, file, follow: upload.begin() });
	}

	function handlePick(event: ChangeEvent<HTMLInputElement>) {
		const [file] = event.currentTarget.files ?? [];
		if (file) send(file).catch(() => setRefusal(PROFILE_MESSAGES.pictureError));
		// Else picking the same file again would be no change.
		event.currentTarget.value = '';
	}

	return (
		<div className="grid gap-2">
			<div className="relative">
				<input
					id={id}
					type="file"
					accept={PICKED_TYPES}
					aria-disabled={isBusy || undefined}
					onClick={(event) => {
						if (isBusy) event.preventDefault();
					}}
					onChange={handlePick}
					className="peer sr-only"
				/>
				<label
					htmlFor={id}
					className={buttonLook(
						'plain',
						'normal',
						'w-full outline-offset-2 peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-link peer-aria-disabled:cursor-default peer-aria-disabled:opacity-75',
					)}
				>
					{isBusy ? <Spinner /> : <Camera aria-hidden="true" className="size-5 shrink-0" />}
					{isFitting ? 'Making it smaller…' : 'Upload New Picture'}
				</label>
			</div>
			{updating.isPending && <UploadBar share={upload.share} onCancel={upload.cancel} />}
			{failure && !isBusy && <FormAlert>{failure}</FormAlert>}
			{reason && !isBusy && <p className="text-sm wrap-anywhere text-ink-soft">{reason}</p>}
		</div>
	);
}

/** The words of spec 1 §8: one sentence for every refusal, another where no answer came. */
function pictureFailure(error: Error | null): string | undefined {
	if (error === null || isAborted(error)) return undefined;
	return error instanceof ApiError ? PROFILE_MESSAGES.pictureFailed : PROFILE_MESSAGES.pictureError;
}
