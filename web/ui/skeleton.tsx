/** A placeholder for loading content; its size is set by `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
	return (
		<div
			aria-hidden="true"
			className={`rounded-field bg-sunken motion-safe:animate-pulse ${className}`}
		/>
	);
}
