import { isolated } from '#contract/core/format.ts';
import { PhotoDialog, type PhotoDialogProps } from '#web/features/photos/photo-dialog.tsx';

interface FullScreenPhotoProps extends Omit<PhotoDialogProps, 'label' | 'alt'> {
	/** The item's title. */
	title: string;
}

/** One photo of an item in full screen. */
export function FullScreenPhoto({ title, ...props }: FullScreenPhotoProps) {
	// `position` is '1 / 3'.
	const alt = `${isolated(title)}, photo ${props.position.replace('/', 'of')}`;
	return <PhotoDialog {...props} label={`Photo of ${isolated(title)}`} alt={alt} />;
}
