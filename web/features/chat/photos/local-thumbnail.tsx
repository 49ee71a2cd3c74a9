import { FileImage } from 'lucide-react';
import type { ReactNode } from 'react';
import { LocalPhoto } from '#web/features/photos/local-photo.tsx';

interface LocalThumbnailProps {
	file: File;
	alt: string;
	/** The server's copy, if there is one. */
	stored?: ReactNode;
}

/** A picked photo. If this browser cannot draw the file: the server's copy, or the file name. */
export function LocalThumbnail({ file, alt, stored }: LocalThumbnailProps) {
	const fallback = stored || (
		<span className="grid size-full place-content-center justify-items-center gap-1 bg-sunken p-2 text-center text-xs text-ink">
			<FileImage aria-hidden="true" className="size-6" />
			<span className="line-clamp-2 wrap-anywhere">{file.name}</span>
		</span>
	);
	return <LocalPhoto file={file} alt={alt} fallback={fallback} />;
}
