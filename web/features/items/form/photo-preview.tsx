import { FileImage } from 'lucide-react';
import type { Photo } from '#contract/photos/schemas.ts';
import { LocalPhoto } from '#web/features/photos/local-photo.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { isHeic, type NewPhoto } from './photo-list.ts';

interface PhotoPreviewProps {
	photo: NewPhoto;
	/** The server's copy, once uploaded. */
	stored: Photo | undefined;
}

/** A local photo. If the browser cannot draw the file, shows its name, and after the upload the server's copy. */
export function PhotoPreview({ photo: { file }, stored }: PhotoPreviewProps) {
	const fallback = stored ? (
		<Picture photo={stored} alt={file.name} sizes="20rem" />
	) : (
		<span className="grid size-full place-content-center justify-items-center gap-1 px-3 text-center text-xs text-ink-soft">
			<FileImage aria-hidden="true" className="size-6" />
			<span className="font-semibold text-ink">{isHeic(file) ? 'HEIC photo' : 'Photo'}</span>
			<span className="line-clamp-2 wrap-anywhere">{file.name}</span>
		</span>
	);
	return <LocalPhoto file={file} alt={file.name} fallback={fallback} />;
}
