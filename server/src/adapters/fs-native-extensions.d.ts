declare module "fs-native-extensions" {
  const extensions: {
    /** True when the lock was granted, false when another open file holds it. */
    tryLock(fd: number): boolean;
    unlock(fd: number): void;
  };
  export default extensions;
}
