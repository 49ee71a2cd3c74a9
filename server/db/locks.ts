/**
 * What instances that start together on one database take turns at, and backups with whoever removes photos, by the number of its advisory lock. Any numbers will do,
 * as long as they differ and every instance uses the same ones.
 */
export const LOCKS = {
	migrations: 7_170_001,
	rights: 7_170_002,
	demo: 7_170_003,
	firstAdmin: 7_170_004,
	photoFiles: 7_170_005,
} as const;
