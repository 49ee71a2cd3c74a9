import { PhotoDialog, type PhotoDialogProps } from '#web/features/photos/photo-dialog.tsx';

interface FullScreenPhotoProps extends Omit<PhotoDialogProps, 'label' | 'alt'> {
	/** The item's title. */
	title: string;
}

/** One photo of an item in full screen. */
export function FullScreenPhoto({ title, ...props }: FullScreenPhotoProps) {
	// `position` is '1 / 3'.
	const alt = `${title}, photo ${props.position.replace('/', 'of')}`;
	return <PhotoDialog {...props} label={`Photo of ${title}`} alt={alt} />;
}
