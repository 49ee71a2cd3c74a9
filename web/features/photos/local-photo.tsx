import { type ReactNode, useCallback, useState } from 'react';

interface LocalPhotoProps {
	file: File;
	alt: string;
	/** Shown if this browser cannot display the file. */
	fallback: ReactNode;
}

/** A photo from a local file that fills its frame. */
export function LocalPhoto({ file, alt, fallback }: LocalPhotoProps) {
	const [undrawable, setUndrawable] = useState<File>();
	const draw = useCallback(
		(image: HTMLImageElement | null) => {
			if (!image) return undefined;
			const url = URL.createObjectURL(file);
			image.src = url;
			return () => URL.revokeObjectURL(url);
		},
		[file],
	);

	if (undrawable === file) return fallback;
	return (
		<img
			ref={draw}
			alt={alt}
			decoding="async"
			draggable={false}
			onError={() => setUndrawable(file)}
			className="size-full object-cover"
		/>
	);
}
