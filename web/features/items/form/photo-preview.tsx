import { FileImage } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
import { Picture } from '#web/ui/picture.tsx';
import { isHeic, type NewPhoto } from './photo-list.ts';

interface PhotoPreviewProps {
	photo: NewPhoto;
	/** The server's copy, once uploaded. */
	stored: Photo | undefined;
}

/** A local photo. If the browser cannot draw the file, shows its name, and after the upload the server's copy. */
export function PhotoPreview({ photo, stored }: PhotoPreviewProps) {
	const [undrawable, setUndrawable] = useState<File>();
	const { file } = photo;
	const draw = useCallback(
		(image: HTMLImageElement | null) => {
			if (!image) return;
			const url = URL.createObjectURL(file);
			image.src = url;
			return () => URL.revokeObjectURL(url);
		},
		[file],
	);

	if (undrawable !== file) {
		return (
			<img
				ref={draw}
				alt={file.name}
				decoding="async"
				draggable={false}
				onError={() => setUndrawable(file)}
				className="size-full object-cover"
			/>
		);
	}
	if (stored) return <Picture photo={stored} alt={file.name} sizes="20rem" />;
	return (
		<span className="grid size-full place-content-center justify-items-center gap-1 px-3 text-center text-xs text-ink-soft">
			<FileImage aria-hidden="true" className="size-6" />
			<span className="font-semibold text-ink">{isHeic(file) ? 'HEIC photo' : 'Photo'}</span>
			<span className="line-clamp-2 wrap-anywhere">{file.name}</span>
		</span>
	);
}
