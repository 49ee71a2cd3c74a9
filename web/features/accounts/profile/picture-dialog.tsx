import { useState } from 'react';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import { PHOTO_LIMITS, tooLargeAmong } from '#contract/photos/photos.ts';
import { shrinkPhoto } from '#web/features/photos/resize.ts';
import { fitAll } from '#web/features/photos/resize-plan.ts';
import { UploadBar } from '#web/features/photos/upload-bar.tsx';
import { useUpload } from '#web/features/photos/use-upload.ts';
import { ApiError, isAborted } from '#web/lib/api/api-error.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Crop, squareOf, WHOLE } from './crop.ts';
import { CropFrame } from './crop-frame.tsx';
import { cutOut, type PickedPicture } from './picked-picture.ts';
import { useUpdatePicture } from './queries.ts';

interface PictureDialogProps {
	picked: PickedPicture;
	onClose: () => void;
}

/** Shows a picked picture before anybody else sees it, and sends the square that was chosen. */
export function PictureDialog({ picked, onClose }: PictureDialogProps) {
	const { shown } = picked;
	const updating = useUpdatePicture();
	const upload = useUpload();
	const [crop, setCrop] = useState<Crop>(WHOLE);
	const [isDrawing, setIsDrawing] = useState(false);
	const [refusal, setRefusal] = useState<string>();
	const isBusy = isDrawing || updating.isPending;
	const failure = refusal ?? pictureFailure(updating.error);
	const reason = updating.error instanceof ApiError ? updating.error.message : '';

	async function send() {
		updating.reset();
		const userId = readCredentials()?.userId;
		if (userId === undefined) return setRefusal(PROFILE_MESSAGES.noUserId);
		setIsDrawing(true);
		const file = await fileToSend(picked, crop).finally(() => setIsDrawing(false));
		const rule = tooLargeAmong([file], PHOTO_LIMITS.editMaxBytes);
		setRefusal(rule);
		if (rule !== undefined) return;
		updating.mutate({ userId, file, follow: upload.begin() }, { onSuccess: end });
	}

	function end() {
		toast(PROFILE_MESSAGES.pictureChanged);
		onClose();
	}

	return (
		<Dialog open onClose={() => !isBusy && onClose()} title="Your new picture">
			{shown ? (
				<CropFrame {...shown} crop={crop} onCrop={setCrop} />
			) : (
				<p>
					This browser can’t show this kind of photo, so you can’t crop it here. Others will see its
					middle.
				</p>
			)}
			{updating.isPending && <UploadBar share={upload.share} onCancel={upload.cancel} />}
			{failure && !isBusy && <FormAlert>{failure}</FormAlert>}
			{reason && !isBusy && <p className="text-sm wrap-anywhere text-ink-soft">{reason}</p>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button
					variant="main"
					busy={isBusy}
					onClick={() => void send().catch(() => setRefusal(PROFILE_MESSAGES.pictureError))}
				>
					Use this picture
				</Button>
				<Button disabled={isBusy} onClick={onClose}>
					Cancel
				</Button>
			</div>
		</Dialog>
	);
}

async function fileToSend({ file, shown }: PickedPicture, crop: Crop): Promise<File> {
	if (shown) return cutOut(file, squareOf(shown.size, crop));
	const [fitting = file] = await fitAll([file], PHOTO_LIMITS.editMaxBytes, shrinkPhoto);
	return fitting;
}

/** The words of spec 1 §8: one sentence for every refusal, another where no answer came. */
function pictureFailure(error: Error | null): string | undefined {
	if (error === null || isAborted(error)) return undefined;
	return error instanceof ApiError ? PROFILE_MESSAGES.pictureFailed : PROFILE_MESSAGES.pictureError;
}
