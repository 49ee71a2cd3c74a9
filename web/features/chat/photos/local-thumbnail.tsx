import { FileImage } from 'lucide-react';
import type { ReactNode } from 'react';
import { LocalPhoto } from '#web/features/photos/local-photo.tsx';

interface LocalThumbnailProps {
	file: File;
	alt: string;
	/** The server's copy, if there is one. */
	stored?: ReactNode;
}

/** Shows a picked photo. If this browser cannot draw the file, shows the server's copy or the file name instead. */
export function LocalThumbnail({ file, alt, stored }: LocalThumbnailProps) {
	const fallback = stored || (
		<span className="grid size-full place-content-center justify-items-center gap-1 bg-sunken p-2 text-center text-xs text-ink">
			<FileImage aria-hidden="true" className="size-6" />
			<span className="line-clamp-2 wrap-anywhere">{file.name}</span>
		</span>
	);
	return <LocalPhoto file={file} alt={alt} fallback={fallback} />;
}
