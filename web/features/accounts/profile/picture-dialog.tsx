import { useState } from 'react';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import { checkFileSizes, PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { resizePhoto } from '#web/features/photos/resize.ts';
import { resizeAll } from '#web/features/photos/resize-plan.ts';
import { UploadProgress } from '#web/features/photos/upload-progress.tsx';
import { useUpload } from '#web/features/photos/use-upload.ts';
import { ApiError, isAborted } from '#web/lib/api/api-error.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Crop, cropSquare, DEFAULT_CROP } from './crop.ts';
import { CropFrame } from './crop-frame.tsx';
import { cropPicture, type PickedPicture } from './picked-picture.ts';
import { useUpdatePicture } from './queries.ts';

interface PictureDialogProps {
	picked: PickedPicture;
	onClose: () => void;
}

/** Previews a picked picture and uploads the chosen square. */
export function PictureDialog({ picked, onClose }: PictureDialogProps) {
	const { preview } = picked;
	const updating = useUpdatePicture();
	const upload = useUpload();
	const [crop, setCrop] = useState<Crop>(DEFAULT_CROP);
	const [isCropping, setIsCropping] = useState(false);
	const [validationError, setValidationError] = useState<string>();
	const isBusy = isCropping || updating.isPending;
	const failure = validationError ?? pictureFailure(updating.error);
	const reason = updating.error instanceof ApiError ? updating.error.message : '';

	async function send() {
		updating.reset();
		const userId = readCredentials()?.userId;
		if (userId === undefined) return setValidationError(PROFILE_MESSAGES.noUserId);
		setIsCropping(true);
		const file = await fileToSend(picked, crop).finally(() => setIsCropping(false));
		const sizeError = checkFileSizes([file], PHOTO_LIMITS.editMaxBytes)?.message;
		setValidationError(sizeError);
		if (sizeError !== undefined) return;
		updating.mutate({ userId, file, uploadOptions: upload.start() }, { onSuccess: handleSuccess });
	}

	function handleSuccess() {
		toast(PROFILE_MESSAGES.pictureChanged);
		onClose();
	}

	return (
		<Dialog open onClose={() => !isBusy && onClose()} title="Your new picture">
			{preview ? (
				<CropFrame {...preview} crop={crop} onCrop={setCrop} />
			) : (
				<p>
					This browser can’t show this kind of photo, so you can’t crop it here. Others will see its
					middle.
				</p>
			)}
			{updating.isPending && <UploadProgress fraction={upload.fraction} onCancel={upload.cancel} />}
			{failure && !isBusy && <FormAlert>{failure}</FormAlert>}
			{reason && !isBusy && <p className="text-sm wrap-anywhere text-ink-soft">{reason}</p>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button
					variant="main"
					busy={isBusy}
					onClick={() => void send().catch(() => setValidationError(PROFILE_MESSAGES.pictureError))}
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

async function fileToSend({ file, preview }: PickedPicture, crop: Crop): Promise<File> {
	if (preview) return cropPicture(file, cropSquare(preview.size, crop));
	const [resized = file] = await resizeAll([file], PHOTO_LIMITS.editMaxBytes, resizePhoto);
	return resized;
}

/** One message for every error from the server, another if there was no response. */
function pictureFailure(error: Error | null): string | undefined {
	if (error === null || isAborted(error)) return undefined;
	return error instanceof ApiError ? PROFILE_MESSAGES.pictureFailed : PROFILE_MESSAGES.pictureError;
}
